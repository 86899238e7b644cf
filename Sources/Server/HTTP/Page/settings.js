// The settings of a row: its name, how often it is drawn, and, of an input, its end.

import { make, prose, remedy } from './dom.js';
import { word } from './hands.js';

const REFRESHES = [
  ['none', 'at each event'], ['100ms', 'every 0.1 s'], ['250ms', 'every 0.25 s'], ['500ms', 'every 0.5 s'],
  ['1s', 'every second'], ['2s', 'every 2 seconds']];
const ENDS = [['finish', 'finishes'], ['fail', 'fails'], ['open', 'never ends']];

export class Settings {
  // `field` is the text of the row, or of one of its steps, whose button opens them.
  constructor(field) {
    const { row, title, more, pop } = field;
    Object.assign(this, { row, field });
    this.panel = make('div', { id: `settings-${title}`, className: 'settings', hidden: true, role: 'group', ariaLabel: more.ariaLabel });
    this.name = this.labelled('Name', make('input', { autocomplete: 'off', spellcheck: false, autocapitalize: 'off', size: 10 }), () => this.rename());
    this.refresh = this.labelled('Drawn', choice('refresh', REFRESHES), () => this.commit(`refresh ${word(this.row.name)} ${this.refresh.value}`));
    if (row.kind === 'input') {
      this.end = this.labelled('The stream', choice('end', ENDS), () => this.setEnd());
      this.time = this.labelled('at second', make('input', { type: 'number', min: 0, step: 'any' }), () => this.setEnd());
      this.message = this.labelled('with the error', make('input', { autocomplete: 'off', size: 12 }), () => this.setEnd());
    }
    this.problem = make('p', { className: 'problem', hidden: true, role: 'alert' });
    const remove = make('button', { className: 'remove', onclick: () => this.commit(`remove ${word(this.row.name)}`) }, `Remove ${row.name}`);
    this.panel.append(remove, this.problem);
    pop.append(this.panel);
    this.panel.onkeydown = (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.toggle(false);
      more.focus();
    };
    this.update(row);
  }

  labelled(text, input, change) {
    this.panel.append(make('label', {}, `${text} `, input));
    input.onchange = change;
    return input;
  }

  toggle(isOpen, focused = 'name') {
    this.panel.hidden = !isOpen;
    this.field.more.ariaExpanded = isOpen;
    if (!isOpen) return;
    this[focused]?.focus();
  }

  update(row) {
    this.row = row;
    const { refresh, end } = row;
    const text = refresh === null ? 'none' : refresh < 1 ? `${Math.round(refresh * 1000)}ms` : `${refresh}s`;
    if (![...this.refresh.options].some(({ value }) => value === text)) this.refresh.append(make('option', { value: text }, `every ${refresh} s`));
    const fields = [[this.name, row.name], [this.refresh, text]];
    if (this.end) {
      fields.push([this.end, end?.kind ?? 'open'], [this.time, end?.time ?? this.time.value], [this.message, end?.message ?? '']);
      this.time.parentElement.hidden = !end;
      this.message.parentElement.hidden = end?.kind !== 'fail';
    }
    for (const [field, value] of fields) if (document.activeElement !== field || field.tagName === 'SELECT') field.value = value;
  }

  async commit(command) {
    const problem = await this.field.rows.actions.commit([command], { tells: true });
    const isRefused = problem !== true && problem !== null;
    this.problem.hidden = !isRefused;
    this.problem.replaceChildren(...isRefused ? [...prose(problem.message || 'It was dropped.'), ...remedy(problem, this.field.rows.actions.commit)] : []);
    return !isRefused;
  }

  async rename() {
    const name = this.name.value.trim();
    if (name === this.row.name) return;
    if (await this.commit(`rename ${word(this.row.name)} ${word(name)}`)) this.field.rows.open(name);
  }

  setEnd() {
    const row = word(this.row.name);
    // An end that is new is behind the last value.
    const time = `${Number(this.time.value) || this.row.last || 0}s`;
    const message = this.message.value.trim();
    return this.commit({ finish: `finish ${row} ${time}`, fail: `fail ${row} ${time} ${message}`, open: `open ${row}` }[this.end.value]);
  }
}

function choice(name, options) {
  return make('select', { name }, ...options.map(([value, text]) => make('option', { value }, text)));
}
