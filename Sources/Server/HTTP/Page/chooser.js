// Chooses the operator of a new output. The picture shows what each one does with the inputs that are there.

import { library } from './api.js';
import { byId, make, prose, say } from './dom.js';
import { answersOf, finder } from './index.js';

export class Chooser {
  constructor(rows) {
    Object.assign(this, { rows, chosen: 0, shown: [] });
    this.search = make('input', { type: 'search', placeholder: 'Search operators', ariaLabel: 'Operator of the new output', autocomplete: 'off',
      spellcheck: false, role: 'combobox', ariaExpanded: 'true' });
    this.search.setAttribute('aria-controls', 'operators');
    this.list = make('ul', { id: 'operators', className: 'candidates', role: 'listbox', ariaLabel: 'Operators' });
    this.search.oninput = () => this.filter();
    this.search.onkeydown = (event) => this.key(event);
    this.box = byId('chooser');
    this.none = make('p', { className: 'hint', role: 'status' });
    this.box.append(this.search, this.none, this.list);
    this.box.addEventListener('focusout', ({ relatedTarget }) => { if (!this.box.contains(relatedTarget)) this.close(); });
  }

  async open() {
    // Previews have other rows.
    this.answer = this.rows.answer;
    this.library ??= library();
    const known = await this.library;
    // Without the list, there is still a field to type in.
    if (!known.operators) {
      this.library = null;
      return this.rows.add(this.rows.free('out'), `${this.inputs[0] ?? 'a'}.map { $0 }`);
    }
    this.find ??= finder(known.operators.flatMap(({ members, group }) => members.map((member) => ({ ...member, group }))));
    this.answers = answersOf(known);
    this.box.hidden = false;
    this.search.value = '';
    this.filter();
    this.search.focus();
    // The list must not cover the picture.
    if (innerWidth < 900) byId('picture').scrollIntoView();
  }

  get inputs() { return this.answer.rows.filter(({ kind }) => kind === 'input').map(({ name }) => name); }

  filter() {
    this.shown = this.find(this.search.value);
    this.list.replaceChildren(...this.shown.map(({ name, about }, index) => {
      const show = () => { if (index !== this.chosen) this.choose(index); };
      return make('li', { id: `operator-${index}`, role: 'option', onpointermove: show, onpointerdown: (event) => event.preventDefault(),
        onclick: () => { show(); this.take(); } },
        make('b', {}, name), ' ', make('span', {}, ...prose(about)));
    }));
    this.known = this.answers(this.search.value) ?? (this.shown[0] ? '' : 'No such operator.');
    this.tell(this.known);
    this.choose(0, this.shown[0] ? [`${this.shown.length} found.`] : []);
  }

  // Chooses an operator; those who do not see the list are told sentences about it, and nothing of what was chosen before.
  choose(index, sentences = []) {
    this.sentences = sentences;
    this.say();
    this.chosen = Math.max(0, Math.min(this.shown.length - 1, index));
    [...this.list.children].forEach((item, place) => { item.ariaSelected = place === this.chosen; });
    this.list.children[this.chosen]?.scrollIntoView({ block: 'nearest' });
    if (this.operator) this.search.setAttribute('aria-activedescendant', `operator-${this.chosen}`);
    else this.search.removeAttribute('aria-activedescendant');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (!this.box.hidden && this.command) this.preview(); }, 60);
  }

  // Says what is known of a name, or why an operator can't be added.
  tell(text) { this.none.replaceChildren(...prose(text)); }

  // Shows the operator in the picture, and tells those who do not see it what comes out.
  async preview() {
    const { name, command } = this;
    const answer = await this.rows.actions.preview([command]);
    if (!answer || this.box.hidden || command !== this.command) return;
    const problem = answer.failure ?? answer.diagnostics[0]?.message;
    if (problem) return this.refuse(problem);
    this.tell(this.known);
    const told = answer.sentences?.filter(({ row }) => row === name).map(({ text }) => text) ?? [];
    this.sentences.push(...told.slice(0, 4));
    this.say();
  }

  // Each sentence is told once.
  say() { say(() => this.sentences.splice(0).join(' '), 700); }

  refuse(problem) {
    // It is said where the operator was chosen.
    byId('problem').hidden = true;
    this.tell(`\`${this.operator.name}\` can't be added: ${problem}`);
  }

  // The example of the operator, over the inputs of this scene.
  get expression() {
    const { inputs, operator: { sample = 'a' } } = this;
    return sample.replace(/("[^"]*")|(?<![.\w])[a-d]\b(?!:)/g, (name, quoted) =>
      quoted ?? inputs['abcd'.indexOf(name)] ?? inputs.at(-1) ?? name);
  }

  get operator() { return this.shown[this.chosen]; }
  get name() { return this.operator && this.rows.free(this.operator.name, this.answer); }
  get command() { return this.operator && `add ${this.name} = ${this.expression}`; }

  key(event) {
    const keys = {
      ArrowDown: () => this.choose(this.chosen + 1), ArrowUp: () => this.choose(this.chosen - 1),
      Enter: () => this.take(), Escape: () => { this.close(); byId('addOutput').focus(); },
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  // Adds the operator; what is refused leaves the list open.
  async take() {
    const { operator, name } = this;
    if (!operator || this.isTaken) return;
    clearTimeout(this.timer);
    this.isTaken = true;
    const result = await this.rows.actions.commit([this.command], { tells: true });
    this.isTaken = result && !result.message;
    if (!this.isTaken && !this.box.hidden) {
      this.search.focus();
      // Another one may have been chosen since.
      if (result && operator === this.operator) this.refuse(result.message);
      return;
    }
    if (!this.box.hidden && !this.rows.focus(name)) byId('addOutput').focus();
    this.close();
    this.isTaken = false;
  }

  close() {
    if (this.box.hidden) return;
    clearTimeout(this.timer);
    this.box.hidden = true;
    say(() => '');
    if (!this.isTaken) this.rows.actions.cancel();
  }
}
