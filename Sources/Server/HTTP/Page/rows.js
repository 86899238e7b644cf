// The rows as text: diagrams and expressions, with completion, and the mistake at its place.

import { completion } from './api.js';
import { connection } from './connection.js';
import { byId, make } from './dom.js';
import { word } from './hands.js';
import { Settings } from './settings.js';

export class Rows {
  // `actions` has `preview(commands)`, `commit(commands)`, `cancel()` and `pause()`.
  constructor(actions) {
    Object.assign(this, { actions, answer: null, fields: new Map() });
    byId('addInput').onclick = () => this.add('a', '1-2-3|');
    byId('addOutput').onclick = () => this.addOutput();
  }

  // Shows the rows of an answer; a field with the focus keeps its text.
  show(answer) {
    this.answer = answer;
    const names = answer.rows.map(({ name }) => name);
    const isSame = names.length === this.fields.size && names.every((name) => this.fields.has(name));
    if (!isSame) {
      this.fields = new Map(answer.rows.map((row) => [row.name, new Field(row, this)]));
      byId('rowList').replaceChildren(...[...this.fields.values()].map(({ element }) => element));
    }
    for (const row of answer.rows) this.fields.get(row.name).update(row);
  }

  // Shows the settings of a row.
  open(name, focused) { this.fields.get(name)?.settings.toggle(true, focused); }

  // Marks a mistake in the row that is being typed; true when there is one.
  mark(diagnostic) {
    this.diagnostic = diagnostic;
    for (const field of this.fields.values()) field.report(field.isTyping ? diagnostic : null);
    return [...this.fields.values()].some((field) => field.isTyping);
  }

  // Tells the newest mistake again, after a completion.
  reportAgain() { this.mark(this.diagnostic ?? null); }

  others(name) { return this.answer.rows.map((row) => row.name).filter((other) => other !== name); }

  free(name) {
    let free = name;
    for (let number = 2; this.answer.rows.some((row) => row.name === free); number += 1) free = `${name}${number}`;
    return free;
  }

  async add(prefix, text) {
    const name = this.free(prefix);
    await this.actions.commit([`add ${name} = ${text}`]);
    this.fields.get(name)?.field.select();
  }

  addOutput() {
    const inputs = this.answer.rows.filter(({ kind }) => kind === 'input').map(({ name }) => name);
    return this.add('out', inputs.length > 1 ? `merge(${inputs[0]}, ${inputs[1]})` : `${inputs[0] ?? 'a'}.map { $0 }`);
  }
}

class Field {
  constructor(row, rows) {
    Object.assign(this, { name: row.name, kind: row.kind, rows, isTyping: false, isWrong: false, dropped: null, candidates: [],
      chosen: -1, offered: -1, question: 0 });
    const id = `row-${row.name}`;
    this.element = make('div', { className: `row ${row.kind}` });
    const label = make('label', { htmlFor: id }, row.name);
    this.mirror = make('pre', { className: 'mirror', ariaHidden: 'true' });
    this.field = make('input', {
      id, value: row.text, autocomplete: 'off', spellcheck: false, autocapitalize: 'off' });
    this.field.setAttribute('aria-describedby', `${id}-note`);
    if (row.kind === 'output') {
      Object.assign(this.field, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' });
      this.field.setAttribute('aria-controls', `${id}-list`);
    }
    this.list = make('ul', { id: `${id}-list`, className: 'candidates', hidden: true, role: 'listbox' });
    this.note = make('p', { id: `${id}-note`, className: 'note', ariaLive: 'polite' });
    const remove = make('button', { className: 'quiet', ariaLabel: `Remove ${row.name}` }, '×');
    remove.onclick = () => rows.actions.commit([`remove ${word(row.name)}`]);
    this.settings = new Settings(row, rows.actions, (name) => rows.open(name));
    this.element.append(label, make('div', { className: 'box' }, this.mirror, this.field), this.settings.button, remove, this.note, this.list, this.settings.panel);
    this.field.oninput = () => this.typed();
    this.field.onkeydown = (event) => this.key(event);
    this.field.onscroll = () => { this.mirror.scrollLeft = this.field.scrollLeft; };
    this.field.onclick = () => this.close();
    this.field.onblur = () => this.leave();
  }

  get command() { return `set ${word(this.name)} = ${this.field.value}`; }

  update(row) {
    if (row.text !== this.text) this.dropped = null;
    this.text = row.text;
    this.settings.update(row);
    if (this.isTyping) return;
    if (this.field.value !== row.text) this.field.value = row.text;
    this.isWrong = false;
    this.mark(null);
  }

  typed() {
    this.isTyping = true;
    this.choose(-1);
    this.found = null;
    this.dropped = null;
    this.rows.actions.pause();
    // What is known about this text; keys wait for it.
    this.checked = this.rows.actions.preview([this.command]);
    this.completed = this.kind === 'output' ? this.complete() : null;
  }

  async leave() {
    this.close();
    if (!this.isTyping) return;
    const { value } = this.field;
    // A text with a mistake stays to be mended, and so does one that is typed meanwhile.
    const isKept = await this.rows.actions.commit([this.command], { asks: false });
    if (isKept !== false && this.field.value === value) {
      this.isTyping = false;
      const row = this.rows.answer.rows.find(({ name }) => name === this.name);
      if (row) this.update(row);
    }
  }

  // MARK: The mistake

  // At the end of an unfinished text, what is expected next is more useful than that it is missing.
  report(diagnostic) {
    this.isWrong = Boolean(diagnostic);
    const isUnfinished = diagnostic?.column > [...this.field.value].length && document.activeElement === this.field;
    this.mark(isUnfinished && this.found?.call ? null : diagnostic);
    if (isUnfinished && this.found?.call) this.tell(this.found.call);
  }

  mark(diagnostic) {
    const { value } = this.field;
    const column = diagnostic?.column;
    this.element.classList.toggle('wrong', Boolean(diagnostic));
    this.field.ariaInvalid = Boolean(diagnostic);
    if (diagnostic && column) {
      const characters = [...new Intl.Segmenter().segment(value)].map(({ segment }) => segment);
      const mark = make('mark', {}, characters[column - 1] ?? ' ');
      this.mirror.replaceChildren(characters.slice(0, column - 1).join(''), mark, characters.slice(column).join(''));
    } else {
      this.mirror.replaceChildren();
    }
    this.mirror.scrollLeft = this.field.scrollLeft;
    this.note.replaceChildren();
    if (diagnostic) {
      this.note.append(make('span', { className: 'wrong' }, diagnostic.message));
      if (diagnostic.suggestion && !diagnostic.message.includes(diagnostic.suggestion)) {
        this.note.append(` ${diagnostic.suggestion}`);
      }
    }
    if (this.dropped !== null) this.offerDropped();
  }

  // MARK: A text that was dropped

  // Goes back to the text before it was edited, and keeps what was typed.
  drop() {
    if (!this.isTyping) return;
    this.dropped = this.field.value;
    Object.assign(this, { isTyping: false, isWrong: false });
    this.field.value = this.text;
    this.mark(null);
    this.rows.actions.cancel();
  }

  offerDropped() {
    const button = make('button', { onclick: () => this.retrieve() }, 'Bring it back');
    this.note.append('Your text was dropped. ', button);
  }

  retrieve() {
    this.field.value = this.dropped;
    this.field.focus();
    this.typed();
  }

  // MARK: Completion

  async complete() {
    const { value } = this.field;
    const cursor = [...value.slice(0, this.field.selectionStart ?? value.length)].length;
    const question = this.question += 1;
    const found = await completion(value, cursor, this.rows.others(this.name));
    // A list that was closed meanwhile stays closed.
    if (found.failure || question !== this.question || this.field.value !== value || document.activeElement !== this.field) return;
    this.found = found;
    this.candidates = found.candidates.slice(0, 8);
    // A word that is complete is not to be inserted again.
    const written = [...value].slice(found.start, found.end).join('');
    this.offered = this.candidates[0]?.text === written ? -1 : 0;
    this.list.replaceChildren(...this.candidates.map((candidate, index) => {
      const onpointerdown = (event) => { event.preventDefault(); this.insert(index); };
      return make('li', { id: `${this.list.id}-${index}`, role: 'option', onpointerdown },
        make('b', {}, candidate.title), ' ', make('span', {}, candidate.detail));
    }));
    this.list.hidden = this.candidates.length === 0;
    this.choose(-1);
    this.rows.reportAgain();
  }

  tell({ signature, start, end }) {
    const parts = start === null || start === undefined ? [signature]
      : [signature.slice(0, start), make('b', {}, signature.slice(start, end)), signature.slice(end)];
    this.note.replaceChildren(make('code', {}, ...parts));
  }

  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((item, position) => {
      item.ariaSelected = position === index;
      item.classList.toggle('offered', position === this.index);
      if (position === index) item.scrollIntoView({ block: 'nearest' });
    });
    this.field.ariaExpanded = !this.list.hidden;
    if (index >= 0) this.field.setAttribute('aria-activedescendant', `${this.list.id}-${index}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  insert(index) {
    const candidate = this.candidates[index];
    if (!candidate || !this.found) return;
    const characters = [...this.field.value];
    const before = characters.slice(0, this.found.start).join('');
    this.field.value = before + candidate.text + characters.slice(this.found.end).join('');
    const cursor = before.length + [...candidate.text].slice(0, candidate.cursor).join('').length;
    // A closure is typed over.
    const start = this.field.value.slice(0, cursor).endsWith('$0') ? cursor - 2 : cursor;
    this.field.setSelectionRange(start, cursor);
    this.close();
    this.typed();
  }

  close() {
    this.question += 1;
    this.list.hidden = true;
    this.choose(-1);
  }

  key(event) {
    const isOpen = !this.list.hidden && !this.isAsking;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const keys = {
      ArrowDown: isOpen && (() => this.choose(Math.min(this.candidates.length - 1, this.chosen + 1))),
      ArrowUp: isOpen && (() => this.choose(Math.max(-1, this.chosen - 1))),
      Tab: !event.shiftKey && (this.isAsking || (isOpen && this.index >= 0)) && (() => this.tab()),
      Enter: () => this.enter(),
      Escape: () => { if (this.list.hidden) this.drop(); else this.close(); },
    };
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    const act = isUndo && this.dropped !== null ? () => this.retrieve() : isPlain && keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // Whether candidates of the text that is there are on their way.
  get isAsking() { return this.isTyping && this.kind === 'output' && !this.found; }

  // The candidate that Tab takes; -1 for none.
  get index() { return this.chosen >= 0 ? this.chosen : this.offered; }

  // Inserts the chosen candidate, or the first one. Without any, the focus goes on.
  async tab() {
    if (this.isAsking && !await this.settled(this.completed)) return;
    if (this.list.hidden || this.index < 0) this.settings.button.focus(); else this.insert(this.index);
  }

  // Inserts the chosen candidate, or the first one where there is a mistake. Otherwise the row is kept.
  async enter() {
    if (this.isTyping && this.chosen < 0 && !await this.settled(this.completed, this.checked)) return;
    const takes = !this.list.hidden && (this.chosen >= 0 || (this.isWrong && this.offered >= 0));
    if (takes) this.insert(this.index); else this.field.blur();
  }

  // Waits for what is asked about the text, unless the server is away; false when it has changed meanwhile.
  async settled(...answers) {
    const { value } = this.field;
    await Promise.race([Promise.all(answers), connection.lost]);
    return this.field.value === value && document.activeElement === this.field;
  }
}
