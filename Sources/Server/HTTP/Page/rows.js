// The texts of the rows, where the picture has their names.

import { loaded } from './api.js';
import { byId } from './dom.js';
import { Field } from './field.js';

const BAR = 60; // Pixels of the bar of the page.

export class Rows {
  // `actions` has `preview(commands)`, `commit(commands)`, `cancel()` and `pause()`.
  constructor(actions) {
    Object.assign(this, { actions, answer: null, fields: new Map() });
    byId('addInput').onclick = () => this.answer && this.add(this.free('a'), '1-2-3|');
    byId('addOutput').onclick = async () => {
      const { Chooser } = await loaded(() => import('./chooser.js'));
      this.chooser ??= new Chooser(this);
      if (this.answer) this.chooser.open();
    };
    // A unit of the picture, in pixels.
    const sheet = byId('sheet');
    new ResizeObserver(() => this.scale()).observe(sheet);
    const keyboard = () => {
      const { height, offsetTop } = visualViewport;
      document.body.style.setProperty('--keyboard', `${Math.max(0, innerHeight - height - offsetTop)}px`);
      this.reveal();
    };
    for (const kind of ['resize', 'scroll']) visualViewport?.addEventListener(kind, keyboard);
  }

  scale() {
    if (!this.answer) return;
    const unit = byId('sheet').clientWidth / this.answer.layout.width;
    byId('gutter').style.setProperty('--unit', `${unit}px`);
  }

  // What is edited stays in sight: the line of a row above its sheet, and the window of a marble above a keyboard.
  reveal() {
    const sheet = document.querySelector('.placed.open');
    if (sheet && getComputedStyle(sheet).position === 'fixed') {
      const unit = byId('sheet').clientWidth / this.answer.layout.width;
      const [top, size] = ['--y', '--height'].map((name) => sheet.style.getPropertyValue(name) * unit);
      const line = byId('sheet').getBoundingClientRect().top + top + size / 2;
      const low = sheet.getBoundingClientRect().top;
      if (line < BAR + 50 || line > low - 50) scrollBy(0, line - (BAR + low) / 2);
    }
    const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
    if (!byId('editor').hidden) scrollBy(0, Math.max(0, byId('editor').getBoundingClientRect().bottom + 8 - offsetTop - height));
  }

  // Shows the rows of an answer; a field with the focus keeps its text.
  show(answer) {
    this.answer = answer;
    const labels = answer.layout.labels ?? [];
    const missing = answer.rows.filter(({ name }) => labels.every(({ row }) => row !== name));
    // Rows that the picture does not show are below it.
    const places = [...labels, ...missing.map(({ name }) => ({ row: name, isMissing: true }))];
    const former = this.fields;
    const focused = [...former.values()].find(({ element }) => element.contains(document.activeElement))?.name;
    this.fields = new Map();
    const last = {};
    for (const label of places) {
      const key = label.stage ?? label.row;
      const row = answer.rows.find(({ name }) => name === label.row);
      const known = former.get(key);
      const isSame = known && known.kind === row.kind && known.name === row.name && Boolean(known.stage) === Boolean(label.stage);
      const field = isSame ? known : new Field(row, label, this);
      const host = byId(label.isMissing ? 'rowList' : 'gutter');
      // In the order of the picture; one that is there keeps the focus.
      if (field.element.parentElement !== host) {
        if (last[host.id]) last[host.id].after(field.element); else host.prepend(field.element);
      }
      last[host.id] = field.element;
      this.fields.set(key, field);
      former.delete(isSame ? key : null);
      field.update(row, label.isMissing ? null : label, answer.command);
    }
    for (const [key, field] of former) {
      // What is being typed stays, as a step that a preview does not have.
      if (field.isTyping && !this.fields.has(key) && answer.rows.some(({ name }) => name === field.name)) this.fields.set(key, field);
      else if (this.fields.get(key) !== field) field.element.remove();
    }
    this.scale();
    // A row whose steps are shown or hidden is another one.
    if (focused && document.activeElement === document.body) this.fields.get(focused)?.element.focus({ preventScroll: true });
  }

  // Shows again what is known.
  renew() { this.show(this.answer); }

  // Shows the settings of a row, or its text.
  open(name, focused) {
    this.fields.get(name)?.set(true, focused);
  }

  // Marks the mistake in a text that is typed, if the answer to a command is about it; whether it is.
  mark(diagnostic, command) {
    const own = [...this.fields.values()].filter((field) => field.isTyping && field.command === command);
    for (const field of own) field.report(diagnostic);
    return own.length > 0;
  }

  others(name) { return this.answer.rows.map((row) => row.name).filter((other) => other !== name); }

  // A name that no row has.
  free(name, { rows } = this.answer) {
    let free = name;
    for (let number = 2; rows.some((row) => row.name === free); number += 1) free = `${name}${number}`;
    return free;
  }

  async add(name, text) {
    await this.actions.commit([`add ${name} = ${text}`]);
    this.focus(name);
  }

  // Lets the text of a row be typed over; false when there is none.
  focus(name) {
    const field = this.fields.get(name)?.field;
    field?.focus();
    field?.select();
    return Boolean(field);
  }
}
