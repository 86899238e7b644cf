// A text in the picture: the diagram of an input, an expression, or a step of one; with completion, and the mistake at its place.

import { completion, loaded } from './api.js';
import { connection } from './connection.js';
import { make, prose, say } from './dom.js';
import { word } from './hands.js';

// Characters as the server counts them.
const letters = (text) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

const LONG = 32; // Characters of an expression that stands in one line.

// A long expression with a line for each operator.
function lines(text) {
  if (text.length <= LONG || text.includes('\n')) return text;
  let [depth, count, isQuoted] = [0, 0, false];
  return text.replace(/\\.|["()[\]{}]|\.(?=[a-z])/gi, (part, place) => {
    if (part === '"') isQuoted = !isQuoted;
    if (isQuoted || part.length > 1) return part;
    depth += '([{'.includes(part) ? 1 : ')]}'.includes(part) ? -1 : 0;
    const isCall = part === '.' && depth === 0 && /[\w)\]}]\s*$/.test(text.slice(0, place));
    return isCall && (count += 1) > 1 ? '\n.' : part;
  });
}

// What the text of a row has no longer.
function lost(typed, text) {
  const bare = (one) => one.replace(/\s|;$/g, '');
  if (bare(typed) === bare(text)) return '';
  const hasName = /^\s*(let |var )?\w+[^=({.[]*=(?!=)/.test(typed);
  if (!/\/[/*]/.test(typed)) return hasName ? 'The name is left out.' : '';
  return hasName ? 'Comments and the name are left out.' : 'Comments are left out.';
}

export class Field {
  // `rows` is what it belongs to; `label` is its place in the picture, if it has one.
  constructor(row, label, rows) {
    const { stage } = label ?? {};
    Object.assign(this, { name: row.name, stage, kind: row.kind, rows, tried: new Set(), isTyping: false, isWrong: false, isInserted: false, lost: '', hint: '', dropped: null, candidates: [],
      chosen: -1, offered: -1, question: 0, before: '', after: '' });
    this.title = stage ?? row.name;
    const id = `row-${this.title}`;
    const title = make('label', { htmlFor: id }, this.title);
    this.mirror = make('pre', { className: 'mirror', ariaHidden: 'true' });
    this.field = make('textarea', { id, rows: 1, autocomplete: 'off', spellcheck: false, autocapitalize: 'off' });
    this.field.setAttribute('aria-describedby', `${id}-note`);
    this.list = make('ul', { id: `${id}-list`, className: 'candidates', hidden: true, role: 'listbox', ariaLabel: 'Completions' });
    if (row.kind === 'output') {
      Object.assign(this.field, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' });
      this.field.setAttribute('aria-controls', `${id}-list`);
    }
    this.note = make('p', { id: `${id}-note`, className: 'note' });
    this.steps = make('button', { className: 'steps', hidden: true });
    this.more = make('button', { className: 'quiet more', ariaLabel: `Settings of ${this.title}`, ariaExpanded: 'false', onclick: () => this.set(this.more.ariaExpanded === 'false') }, '⋯');
    this.more.setAttribute('aria-controls', `settings-${this.title}`);
    // A finger has no Escape.
    const cancel = make('button', { className: 'cancel', onpointerdown: (event) => event.preventDefault(), onclick: () => { this.drop(); this.element.focus({ preventScroll: true }); } }, 'Cancel');
    this.pop = make('div', { className: 'pop' }, this.note, this.list);
    this.element = make('div', { className: `row ${row.kind}`, tabIndex: -1, role: 'group', ariaLabel: this.title }, title, make('div', { className: 'box' }, this.mirror, this.field),
      make('div', { className: 'tools' }, this.steps, cancel, this.more), this.pop);
    this.field.oninput = () => this.typed();
    this.field.onkeydown = (event) => this.key(event);
    this.field.onclick = () => this.close();
    this.field.onblur = () => this.leave();
    this.element.addEventListener('focusin', ({ target }) => { if (target !== this.element) this.expand(); });
    this.element.onkeydown = (event) => {
      if (event.target !== this.element || event.key !== 'Enter') return;
      event.preventDefault();
      this.field.focus();
    };
    this.element.addEventListener('focusout', ({ relatedTarget }) => { if (!this.holds(relatedTarget)) this.collapse(); });
  }

  // Whether a part is in the card. The row itself has the focus once its text is kept: keys are for the picture then, and Tab goes back.
  holds(part) { return part !== this.element && this.element.contains(part); }

  // The text of the whole row.
  get whole() { return this.before + (this.field.value.trim() && this.field.value) + this.after; }
  // What the server counts before the text: blanks at its start are left out.
  get shift() { return letters(this.before).length - (this.before ? 0 : letters(/^[\s=]*/.exec(this.field.value)[0]).length); }
  get command() { return `set ${word(this.name)} = ${this.whole}`; }

  // `command` is the edit that led here.
  update(row, label, command) {
    if (label) for (const key of ['x', 'y', 'width', 'height']) this.element.style.setProperty(`--${key}`, label[key]);
    this.element.classList.toggle('placed', Boolean(label));
    this.row = row;
    this.settings?.update(row);
    this.steps.hidden = row.stages === undefined;
    this.steps.textContent = row.stages ? 'Hide steps' : 'Show each step';
    this.steps.ariaLabel = `${this.steps.textContent}: ${this.title}`;
    this.steps.onclick = async ({ detail }) => {
      this.element.classList.remove('open');
      await this.rows.actions.commit([`stages ${word(this.name)} ${!row.stages}`]);
      // Keys go on where they were.
      if (detail === 0) this.rows.fields.get(this.name)?.field.focus();
    };
    const all = letters(row.text);
    const { start = 0, end = all.length } = label ?? {};
    // What is around the text may change while it is typed, by the field of another step.
    if (!this.isTyping || (label && !this.tried.has(command))) {
      this.before = all.slice(0, start).join('');
      this.after = all.slice(end).join('');
    }
    this.element.classList.toggle('typed', this.isTyping);
    this.hint = row.hint ?? '';
    if (this.isTyping) {
      // Another answer knows nothing about this text.
      const isOwn = command === this.command;
      this.lost = isOwn && !this.isWrong ? lost(this.whole, row.text) : '';
      this.fail(isOwn ? row : {});
      if (!this.isWrong) this.mark(this.failure);
      return;
    }
    this.tried.clear();
    this.lost = '';
    const text = this.kind === 'output' ? lines(all.slice(start, end).join('')) : row.text;
    if (text !== this.text) this.dropped = null;
    this.text = text;
    if (this.field.value !== text) this.field.value = text;
    this.isWrong = false;
    this.failure = null;
    this.mark(null);
    this.fail(row);
  }

  // Marks the closure with which the row fails, in a text without mistakes.
  fail({ failure, text }) {
    this.failure = null;
    if (failure?.column) {
      // The text in the field has other lines and blanks than that of the row.
      let rest = letters(text).slice(0, failure.column).filter((one) => one.trim()).length;
      const column = (this.isTyping && failure.typed) || letters(this.whole).findIndex((one) => one.trim() && (rest -= 1) === 0) + 1;
      const place = column - this.shift;
      const isHere = place > 0 && place <= letters(this.field.value).length;
      if (isHere) this.failure = { column, message: `fails at ${failure.time} s: ${failure.message}` };
    }
    if (this.failure && !this.isWrong) this.mark(this.failure);
  }

  // MARK: The card

  expand() {
    // What is clicked in an open card stays where it is.
    if (this.element.classList.contains('open')) return;
    this.element.classList.add('open');
    this.place();
  }

  // Shows its settings, or hides them.
  async set(isOpen, focused) {
    this.expand();
    const { Settings } = await loaded(() => import('./settings.js'));
    this.settings ??= new Settings(this);
    this.settings.toggle(isOpen, focused);
  }

  collapse() {
    this.close();
    this.settings?.toggle(false);
    this.element.classList.remove('open');
  }

  // What belongs to the text is below it, or above it where there is more room.
  place() {
    const { top, bottom } = this.element.getBoundingClientRect();
    const [above, below] = [top - 64, innerHeight - bottom - 8];
    const isUp = below < 200 && above > below;
    this.element.classList.toggle('up', isUp);
    this.element.style.setProperty('--room', `${Math.max(120, isUp ? above : below)}px`);
    this.rows.reveal();
  }

  // After a completion, what is missing yet is no mistake.
  typed(isInserted = false) {
    Object.assign(this, { isTyping: true, isWrong: false, isInserted, lost: '', failure: null, diagnostic: null });
    this.element.classList.add('typed');
    this.choose(-1);
    this.found = null;
    this.dropped = null;
    this.mirror.textContent = `${this.field.value}\n`;
    this.place();
    this.rows.actions.pause();
    // What is known about this text; keys wait for it.
    this.tried.add(this.command);
    this.checked = this.rows.actions.preview([this.command]);
    this.completed = this.kind === 'output' ? this.complete() : null;
    const count = () => (this.list.hidden ? [] : [`${this.candidates.length} completion${this.candidates.length === 1 ? '' : 's'}`]);
    say(async () => (await this.settled(this.completed, this.checked) ? [this.told, ...count()].filter(Boolean).join('. ') : ''), 1000);
  }

  async leave() {
    this.close();
    if (!this.isTyping) return;
    this.isInserted = false;
    const { field: { value }, lost } = this;
    // A text with a mistake stays to be mended, and so does one that is typed meanwhile.
    const isKept = await this.rows.actions.commit([this.command], { asks: false });
    if (isKept !== false && this.field.value === value) {
      this.isTyping = false;
      this.rows.renew();
      if (!this.holds(document.activeElement)) this.collapse();
    }
    say(() => (this.isLeft ? '' : this.told || lost));
  }

  // Whether it was left with a mistake.
  get isLeft() { return this.isTyping && this.isWrong && document.activeElement !== this.field; }

  // MARK: The mistake

  // At the end of an unfinished text, what is expected next is more useful than that it is missing.
  report(diagnostic) {
    this.isWrong = Boolean(diagnostic);
    this.diagnostic = diagnostic;
    const isUnfinished = diagnostic && document.activeElement === this.field
      && (this.isInserted || diagnostic.column - this.shift > letters(this.field.value.trimEnd()).length);
    const call = isUnfinished && this.found?.call;
    this.mark(call || (isUnfinished && this.isInserted) ? null : diagnostic ?? this.failure);
    if (call) this.tell(call);
  }

  mark(diagnostic) {
    const characters = letters(this.field.value);
    const place = diagnostic?.column ? diagnostic.column - 1 - this.shift : -1;
    this.element.classList.toggle('wrong', Boolean(diagnostic));
    this.field.ariaInvalid = Boolean(diagnostic);
    this.mirror.replaceChildren(`${this.field.value}\n`);
    this.lead = null;
    if (place >= 0 && place <= characters.length) {
      this.lead = characters.slice(0, place);
      const [mark, rest] = [characters[place] ?? ' ', characters.slice(place + 1).join('')];
      this.mirror.replaceChildren(this.lead.join(''), make('mark', {}, mark === '\n' ? ' \n' : mark), `${rest}\n`);
    }
    const { message, suggestion, replacement } = diagnostic ?? {};
    // A button that has the focus stays.
    const noted = [message, suggestion, replacement, this.lost, this.hint, `${this.dropped}`].join('\n');
    if (noted === this.noted) return;
    this.noted = noted;
    this.note.replaceChildren();
    if (diagnostic) {
      this.note.append(make('span', { className: 'wrong' }, ...prose(message)));
      if (suggestion && !message.includes(suggestion)) this.note.append(' ', ...prose(suggestion));
      if (replacement && !this.before && !this.after) {
        const onclick = () => { this.field.value = lines(replacement); this.field.focus(); this.typed(); };
        this.note.append(' ', make('button', { onpointerdown: (event) => event.preventDefault(), onclick }, 'Use this'));
      }
    }
    if (!this.isWrong) this.note.append(` ${[this.lost, this.hint].filter(Boolean).join(' ')}`.trimEnd());
    if (this.dropped !== null) this.offerDropped();
  }

  // The note with its place, for those who do not see the mark.
  get told() {
    const { lead, note: { textContent } } = this;
    if (!lead || !textContent) return textContent;
    const line = lead.filter((one) => one === '\n').length;
    return `${line ? `Line ${line + 1}, character` : 'At character'} ${lead.length - lead.lastIndexOf('\n')}: ${textContent}`;
  }

  // Puts the caret at the mistake, and tells it.
  point() {
    this.close();
    this.isInserted = false;
    this.mark(this.diagnostic);
    const place = this.lead?.join('').length ?? this.field.value.length;
    this.field.setSelectionRange(place, place);
    say(() => this.told);
  }

  // MARK: A text that was dropped

  // Goes back to the text before it was edited, and keeps what was typed.
  drop() {
    if (!this.isTyping) return;
    this.dropped = this.field.value;
    Object.assign(this, { isTyping: false, isWrong: false });
    this.field.value = this.text;
    this.mark(null);
    say(() => this.told);
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
    const before = [...this.before].length;
    const cursor = before + [...value.slice(0, this.field.selectionStart ?? value.length)].length;
    const question = this.question += 1;
    const found = await completion(this.whole, cursor, this.rows.others(this.name));
    // A list that was closed meanwhile stays closed.
    if (found.failure || question !== this.question || this.field.value !== value || document.activeElement !== this.field) return;
    this.found = { ...found, start: Math.max(0, found.start - before), end: found.end - before };
    this.candidates = found.candidates.slice(0, 8);
    // A word that is complete is not to be inserted again.
    const written = [...value].slice(this.found.start, this.found.end).join('');
    this.offered = this.candidates[0]?.text === written ? -1 : 0;
    this.list.replaceChildren(...this.candidates.map((candidate, index) => {
      const onpointerdown = (event) => { event.preventDefault(); this.insert(index); };
      return make('li', { id: `${this.list.id}-${index}`, role: 'option', onpointerdown },
        make('b', {}, candidate.title), ' ', make('span', {}, candidate.detail));
    }));
    this.list.hidden = this.candidates.length === 0;
    this.choose(-1);
    if (this.isTyping) this.report(this.diagnostic);
  }

  tell({ signature, start, end }) {
    const parts = start === null || start === undefined ? [signature]
      : [signature.slice(0, start), make('b', {}, signature.slice(start, end)), signature.slice(end)];
    this.noted = null;
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
    this.typed(true);
  }

  close() {
    this.question += 1;
    this.list.hidden = true;
    this.choose(-1);
  }

  key(event) {
    const isOpen = !this.list.hidden && !this.isAsking;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    const keys = {
      // In the last line, it opens the list again.
      ArrowDown: isOpen ? () => this.choose(Math.min(this.candidates.length - 1, this.chosen + 1))
        : this.kind === 'output' && !this.field.value.slice(this.field.selectionEnd).includes('\n') && (() => this.complete()),
      ArrowUp: isOpen && (() => this.choose(Math.max(-1, this.chosen - 1))),
      Tab: !event.shiftKey && (this.isAsking || (isOpen && this.index >= 0)) && (() => this.tab()),
      Enter: !event.shiftKey && (() => this.enter()),
      // After a text was dropped, it is left to the page.
      Escape: (!this.list.hidden || this.isTyping || this.dropped === null) && (() => this.escape()),
    };
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    const act = isUndo && this.dropped !== null ? () => this.retrieve() : isPlain && keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // Closes the list, then drops what was typed. Without either, it leaves the text.
  escape() {
    if (!this.list.hidden) this.close();
    else if (this.isTyping) this.drop();
    else if (this.dropped === null) this.element.focus({ preventScroll: true });
  }

  // Whether candidates of the text that is there are on their way.
  get isAsking() { return this.isTyping && this.kind === 'output' && !this.found; }

  // The candidate that Tab takes; -1 for none.
  get index() { return this.chosen >= 0 ? this.chosen : this.offered; }

  // Inserts the chosen candidate, or the first one. Without any, the focus goes on.
  async tab() {
    if (this.isAsking && !await this.settled(this.completed)) return;
    if (this.list.hidden || this.index < 0) this.more.focus(); else this.insert(this.index);
  }

  // Inserts the chosen candidate, or the first one where there is a mistake. A mistake keeps the focus, and
  // otherwise the row is kept.
  async enter() {
    if (this.isTyping && this.chosen < 0 && !await this.settled(this.completed, this.checked)) return;
    const takes = !this.list.hidden && (this.chosen >= 0 || (this.isWrong && this.offered >= 0));
    if (takes) this.insert(this.index); else if (this.isWrong) this.point(); else this.element.focus({ preventScroll: true });
  }

  // Waits for what is asked about the text, unless the server is away; false when it has changed meanwhile.
  async settled(...answers) {
    const { value } = this.field;
    await Promise.race([Promise.all(answers), connection.lost]);
    return this.field.value === value && document.activeElement === this.field;
  }
}
