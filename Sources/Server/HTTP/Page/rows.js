// The rows as text: diagrams and expressions, with completion, and the mistake at its place.

import { completion } from './api.js';
import { word } from './hands.js';

const byId = (id) => document.getElementById(id);

export class Rows {
  // `actions` has `preview(commands)`, `commit(commands)`, `cancel()` and `pause()`.
  constructor(actions) {
    this.actions = actions;
    this.answer = null;
    this.fields = new Map();
    byId('addInput').addEventListener('click', () => this.add('a', '1-2-3|'));
    byId('addOutput').addEventListener('click', () => this.addOutput());
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

  // Marks a mistake in the row that is being typed; true when there is one.
  mark(diagnostic) {
    this.diagnostic = diagnostic;
    for (const field of this.fields.values()) field.report(field.isTyping ? diagnostic : null);
    return [...this.fields.values()].some((field) => field.isTyping);
  }

  // Tells the newest mistake again, after a completion has arrived.
  reportAgain() { this.mark(this.diagnostic ?? null); }

  others(name) { return this.answer.rows.map((row) => row.name).filter((other) => other !== name); }

  free(name) {
    const names = new Set(this.answer.rows.map((row) => row.name));
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${name}${number}`;
      if (!names.has(free)) return free;
    }
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
    Object.assign(this, { name: row.name, kind: row.kind, rows, isTyping: false, candidates: [], chosen: -1, question: 0 });
    const id = `row-${row.name}`;
    this.element = document.createElement('div');
    this.element.className = `row ${row.kind}`;
    const label = make('label', { htmlFor: id, textContent: row.name });
    const box = make('div', { className: 'box' });
    this.mirror = make('pre', { className: 'mirror', ariaHidden: 'true' });
    this.field = make('input', {
      id, value: row.text, autocomplete: 'off', spellcheck: false, autocapitalize: 'off' });
    this.field.setAttribute('aria-describedby', `${id}-note`);
    if (row.kind === 'output') {
      this.field.setAttribute('role', 'combobox');
      this.field.setAttribute('aria-autocomplete', 'list');
      this.field.setAttribute('aria-expanded', 'false');
      this.field.setAttribute('aria-controls', `${id}-list`);
    }
    this.list = make('ul', { id: `${id}-list`, className: 'candidates', hidden: true });
    this.list.setAttribute('role', 'listbox');
    this.note = make('p', { id: `${id}-note`, className: 'note' });
    this.note.setAttribute('aria-live', 'polite');
    const remove = make('button', { type: 'button', className: 'quiet', textContent: '×', ariaLabel: `Remove ${row.name}` });
    remove.addEventListener('click', () => rows.actions.commit([`remove ${word(row.name)}`]));
    box.append(this.mirror, this.field);
    this.element.append(label, box, remove, this.note, this.list);
    this.field.addEventListener('input', () => this.typed());
    this.field.addEventListener('keydown', (event) => this.key(event));
    this.field.addEventListener('scroll', () => { this.mirror.scrollLeft = this.field.scrollLeft; });
    this.field.addEventListener('click', () => this.close());
    this.field.addEventListener('blur', () => this.leave());
  }

  get command() { return `set ${word(this.name)} = ${this.field.value}`; }

  update(row) {
    this.text = row.text;
    if (this.isTyping) return;
    if (this.field.value !== row.text) this.field.value = row.text;
    this.mark(null);
  }

  typed() {
    this.isTyping = true;
    this.chosen = -1;
    this.found = null;
    this.rows.actions.pause();
    this.rows.actions.preview([this.command]);
    if (this.kind === 'output') this.complete();
  }

  async leave() {
    this.close();
    if (!this.isTyping) return;
    // A text with a mistake stays to be mended.
    if (await this.rows.actions.commit([this.command], { asks: false })) {
      this.isTyping = false;
      this.update({ text: this.rows.answer.rows.find(({ name }) => name === this.name)?.text ?? this.field.value });
    }
  }

  // MARK: The mistake

  // At the end of an unfinished text, what is expected next is more useful than that it is missing.
  report(diagnostic) {
    const isUnfinished = diagnostic?.column > [...this.field.value].length && document.activeElement === this.field;
    this.mark(isUnfinished && this.found?.call ? null : diagnostic);
    if (isUnfinished && this.found?.call) this.tell(this.found.call);
  }

  mark(diagnostic) {
    const { value } = this.field;
    const column = diagnostic?.column;
    this.element.classList.toggle('wrong', Boolean(diagnostic));
    this.field.setAttribute('aria-invalid', String(Boolean(diagnostic)));
    if (diagnostic && column) {
      const characters = [...new Intl.Segmenter().segment(value)].map(({ segment }) => segment);
      const mark = make('mark', { textContent: characters[column - 1] ?? ' ' });
      this.mirror.replaceChildren(characters.slice(0, column - 1).join(''), mark, characters.slice(column).join(''));
    } else {
      this.mirror.replaceChildren();
    }
    this.mirror.scrollLeft = this.field.scrollLeft;
    this.note.replaceChildren();
    if (diagnostic) {
      this.note.append(make('span', { className: 'wrong', textContent: diagnostic.message }));
      if (diagnostic.suggestion && !diagnostic.message.includes(diagnostic.suggestion)) {
        this.note.append(` ${diagnostic.suggestion}`);
      }
    }
  }

  // MARK: Completion

  async complete() {
    const { value } = this.field;
    const cursor = [...value.slice(0, this.field.selectionStart ?? value.length)].length;
    const question = this.question += 1;
    let found;
    try { found = await completion(value, cursor, this.rows.others(this.name)); } catch { return; }
    // A list that was closed meanwhile stays closed.
    if (question !== this.question || this.field.value !== value || document.activeElement !== this.field) return;
    this.found = found;
    this.candidates = found.candidates.slice(0, 8);
    this.list.replaceChildren(...this.candidates.map((candidate, index) => {
      const item = make('li', { id: `${this.list.id}-${index}` });
      item.setAttribute('role', 'option');
      item.append(make('b', { textContent: candidate.title }), ' ', make('span', { textContent: candidate.detail }));
      item.addEventListener('pointerdown', (event) => { event.preventDefault(); this.insert(index); });
      return item;
    }));
    this.list.hidden = this.candidates.length === 0;
    this.choose(-1);
    this.rows.reportAgain();
  }

  tell({ signature, start, end }) {
    const parts = start === null || start === undefined ? [signature]
      : [signature.slice(0, start), make('b', { textContent: signature.slice(start, end) }), signature.slice(end)];
    this.note.replaceChildren(make('code', {}));
    this.note.firstChild.append(...parts);
  }

  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((item, position) => {
      item.setAttribute('aria-selected', String(position === index));
      if (position === index) item.scrollIntoView({ block: 'nearest' });
    });
    this.field.setAttribute('aria-expanded', String(!this.list.hidden));
    if (index >= 0) this.field.setAttribute('aria-activedescendant', `${this.list.id}-${index}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  insert(index) {
    const candidate = this.candidates[index];
    if (!candidate) return;
    const characters = [...this.field.value];
    const before = characters.slice(0, this.found.start).join('');
    this.field.value = before + candidate.text + characters.slice(this.found.end).join('');
    const cursor = before.length + [...candidate.text].slice(0, candidate.cursor).join('').length;
    this.field.setSelectionRange(cursor, cursor);
    this.close();
    this.typed();
  }

  close() {
    this.question += 1;
    this.list.hidden = true;
    this.choose(-1);
  }

  key(event) {
    const isOpen = !this.list.hidden;
    const keys = {
      ArrowDown: isOpen && (() => this.choose(Math.min(this.candidates.length - 1, this.chosen + 1))),
      ArrowUp: isOpen && (() => this.choose(Math.max(-1, this.chosen - 1))),
      Tab: isOpen && this.chosen >= 0 && (() => this.insert(this.chosen)),
      Enter: () => { if (isOpen && this.chosen >= 0) this.insert(this.chosen); else this.field.blur(); },
      Escape: () => {
        if (isOpen) return this.close();
        this.isTyping = false;
        this.field.value = this.text;
        this.mark(null);
        this.rows.actions.cancel();
      },
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}

function make(name, properties) { return Object.assign(document.createElement(name), properties); }
