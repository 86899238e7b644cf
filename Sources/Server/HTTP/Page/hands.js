// The hands of the page: marbles and ends of inputs are dragged, added, edited and removed by mouse, touch and keyboard.
// Each change is a command, as `marbled play` and `marbled control edit` take it.

import { make } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';
const REMOVE = 46; // Units above or below its row at which a marble is taken off.

export class Hands {
  // `actions` has `preview(commands)`, `commit(commands)`, `cancel()`, `pause()`, `shift(place, way)`, `seek(seconds)`
  // and `openEnd(row)`.
  constructor(svg, editor, actions) {
    Object.assign(this, { svg, editor, actions, answer: null, marbles: [], drag: null, landing: null, isScrubbing: false, focused: null });
    svg.onpointerdown = (event) => this.down(event);
    svg.onpointermove = (event) => this.move(event);
    svg.onpointerup = (event) => this.up(event);
    svg.onpointercancel = () => this.stop();
    // Otherwise a finger that moves a marble would scroll the page.
    svg.addEventListener('touchstart', (event) => {
      if (event.target.dataset.event) event.preventDefault();
    }, { passive: false });
    svg.onpointerleave = () => this.hint(null);
    svg.onkeydown = (event) => this.key(event);
    svg.addEventListener('focusin', (event) => {
      this.focused = event.target.dataset.event ?? null;
      this.place = this.marble(this.focused) ?? null;
    });
  }

  // Places the hands on the marbles of an answer. During a drag they stay.
  show(answer) {
    const { layout } = this.answer = answer;
    this.svg.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    if (this.held) return;
    this.actions.shift();
    this.lines = lines(answer);
    this.marbles = marbles(answer);
    const hadFocus = this.svg.contains(document.activeElement);
    this.plus = element('g', { class: 'plus' },
      element('circle', { r: 13 }), element('path', { d: 'M-5 0h10M0 -5v10' }));
    const adds = this.lines.map((line) => element('rect', {
      class: 'line', x: layout.axis.start - 9, y: line.middle - 20, width: layout.width - layout.axis.start - 9,
      height: 40, 'data-line': line.name }));
    const hits = this.marbles.map((marble) => this.hit(marble));
    this.svg.replaceChildren(...ruler(layout), ...adds, this.plus, ...hits);
    this.hint(null);
    const current = hits.find((hit) => hit.dataset.event === this.focused) ?? hits[this.nearest()];
    current?.setAttribute('tabindex', '0');
    if (hadFocus) current?.focus({ preventScroll: true });
  }

  // What is dragged, or was, until its command is answered.
  get held() { return this.drag ?? this.landing; }

  // Moves what is held to the hand in the picture of an answer, which shows it at the time of its command.
  follow(answer) {
    if (!this.held?.hasMoved) return;
    const { marble: { row, time, end }, hit, times } = this.held;
    const at = times[answer.command] ?? time;
    const shown = marbles(answer).find((one) =>
      one.row === row && (end ? one.end : one.events.length === 1 && Math.abs(one.time - at) < 1e-6));
    if (shown) this.actions.shift(shown, ['x', 'y'].map((side) => hit.getAttribute(side) - shown[side]));
  }

  // The marble nearest to the one that had the focus.
  nearest() {
    if (!this.place) return 0;
    const distance = ({ row, time }) => Math.abs(time - this.place.time) + (row === this.place.row ? 0 : 1e6);
    return this.marbles.reduce((best, marble, index) =>
      (distance(marble) < distance(this.marbles[best]) ? index : best), 0);
  }

  hit(marble) {
    const id = marble.events[0];
    const kind = marble.end ? ' end' : marble.events.length > 1 ? ' several' : '';
    const what = marble.end ? (marble.end.kind === 'fail' ? 'fails' : 'finishes') : marble.values.join(', ');
    const label = `${marble.row}: ${what} at ${marble.time} s`;
    return element('rect', {
      class: `marble${kind}`, 'data-event': id, role: 'button', tabindex: '-1', 'aria-label': label,
      'aria-describedby': 'handsHelp', x: marble.x, y: marble.y, width: marble.width, height: marble.height,
      rx: Math.min(marble.height / 2, 24) });
  }

  // MARK: Places and times

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale, scale };
  }

  // The step of a movement: the scene's step, or a tenth of it.
  step(isFine) { return this.answer.step / (isFine ? 10 : 1); }

  snapped(seconds, isFine) {
    const step = this.step(isFine);
    return Math.max(0, Math.round(seconds / step) * step);
  }

  timeAt(x, isFine) {
    const { start, unitsPerSecond } = (this.drag?.layout ?? this.answer.layout).axis;
    return this.snapped((x - start) / unitsPerSecond, isFine);
  }

  marble(id) { return this.marbles.find(({ events }) => events[0] === id); }

  // The command that moves a marble, or the end of a row, which is not before the last value.
  moved({ events, row, end }, time) {
    if (!end) return `move ${word(events[0])} ${duration(time)}`;
    const at = duration(Math.max(time, ...this.marbles.filter((one) => one.row === row && !one.end).map((one) => one.time)));
    return `${end.kind} ${word(row)} ${at}${end.message ? ` ${end.message}` : ''}`;
  }

  removed({ events, row, end }) { return end ? `open ${word(row)}` : `delete ${word(events[0])}`; }

  // MARK: Pointer

  down(event) {
    if (event.button !== 0) return;
    const { event: id, line } = event.target.dataset;
    this.pressed = line ?? null;
    this.finish();
    if (event.target.classList.contains('ruler')) {
      this.isScrubbing = true;
      this.svg.setPointerCapture(event.pointerId);
      return this.scrub(event);
    }
    if (!id) return;
    event.preventDefault();
    event.target.focus({ preventScroll: true });
    this.svg.setPointerCapture(event.pointerId);
    const point = this.point(event);
    const marble = this.marble(id);
    this.drag = { id, marble, from: point, layout: this.answer.layout, hit: event.target, command: null, hasMoved: false, times: {} };
  }

  // Moves the playhead to the pointer.
  scrub(event) {
    const { start, unitsPerSecond } = this.answer.layout.axis;
    this.actions.seek((this.point(event).x - start) / unitsPerSecond);
  }

  move(event) {
    if (this.isScrubbing) return this.scrub(event);
    const point = this.point(event);
    if (!this.drag) return this.hint(event.target.dataset.line ? { ...point, line: event.target.dataset.line } : null);
    const { drag } = this;
    if (!drag.hasMoved && Math.hypot(point.x - drag.from.x, point.y - drag.from.y) < 5 * point.scale) return;
    if (!drag.hasMoved) this.actions.pause();
    drag.hasMoved = true;
    const isOff = Math.abs(point.y - drag.from.y) > REMOVE;
    const time = this.snapped(
      drag.marble.time + (point.x - drag.from.x) / drag.layout.axis.unitsPerSecond, event.shiftKey);
    const command = isOff ? this.removed(drag.marble) : this.moved(drag.marble, time);
    drag.hit.classList.toggle('off', isOff);
    drag.hit.setAttribute('x', drag.marble.x + (isOff ? point.x - drag.from.x
      : (time - drag.marble.time) * drag.layout.axis.unitsPerSecond));
    drag.hit.setAttribute('y', drag.marble.y + (isOff ? point.y - drag.from.y : 0));
    this.follow(this.answer);
    if (command === drag.command) return;
    drag.command = command;
    drag.times[command] = time;
    this.actions.preview([command]);
  }

  async up(event) {
    const { drag } = this;
    this.isScrubbing = false;
    if (!drag) {
      const line = event.target.dataset.line;
      if (line && line === this.pressed && event.button === 0) this.add(line, this.timeAt(this.point(event).x, event.shiftKey));
      return;
    }
    this.drag = null;
    if (!drag.hasMoved) return this.edit(drag.id);
    this.landing = drag;
    await this.actions.commit([drag.command]);
    if (this.landing !== drag) return;
    this.landing = null;
    this.show(this.answer);
  }

  stop() {
    this.isScrubbing = false;
    if (!this.drag) return;
    this.drag = null;
    this.show(this.answer);
    this.actions.cancel();
  }

  // Shows where a click adds a marble.
  hint(place) {
    if (!this.plus) return;
    this.plus.classList.toggle('shown', place !== null);
    if (!place) return;
    const { axis } = this.answer.layout;
    const line = this.lines.find(({ name }) => name === place.line);
    const x = axis.start + this.timeAt(place.x, false) * axis.unitsPerSecond;
    this.plus.setAttribute('transform', `translate(${x} ${line.middle})`);
  }

  // MARK: Keyboard

  key(event) {
    const id = event.target.dataset.event;
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const marble = this.marble(id);
    const later = (sign) => Math.max(0, round(marble.time + sign * this.step(event.shiftKey)));
    const keys = {
      ArrowLeft: () => this.commit(this.moved(marble, later(-1))),
      ArrowRight: () => this.commit(this.moved(marble, later(1))),
      ArrowUp: () => this.choose(id, -1), ArrowDown: () => this.choose(id, 1),
      Enter: () => this.edit(id), ' ': () => this.edit(id),
      Delete: () => this.commit(this.removed(marble)), Backspace: () => this.commit(this.removed(marble)),
      n: () => this.add(marble.row, round(marble.time + this.step(false))),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  choose(id, sign) {
    const index = this.marbles.findIndex(({ events }) => events[0] === id) + sign;
    const next = this.marbles[Math.max(0, Math.min(this.marbles.length - 1, index))];
    for (const hit of this.svg.querySelectorAll('.marble')) {
      const isNext = hit.dataset.event === next.events[0];
      hit.tabIndex = isNext ? 0 : -1;
      if (isNext) hit.focus();
    }
  }

  commit(command) { return this.actions.commit([command]); }

  // Adds a marble whose value follows the others, and offers to change the value.
  async add(row, time) {
    const values = this.marbles.filter((marble) => marble.row === row).flatMap((marble) => marble.values);
    const before = new Set(this.marbles.flatMap(({ events }) => events));
    await this.commit(`insert ${word(row)} ${duration(time)} ${next(values)}`);
    const added = this.marbles.find((marble) => marble.row === row && !marble.end && Math.abs(marble.time - time) < 1e-9);
    if (!added) return;
    this.focused = added.events.find((id) => !before.has(id)) ?? added.events[0];
    this.choose(added.events[0], 0);
  }

  // MARK: The value of a marble

  edit(id) {
    const marble = this.marble(id);
    if (!marble) return;
    this.actions.pause();
    if (marble.end) return this.actions.openEnd(marble.row);
    const { editor } = this;
    const field = make('input', {
      value: marble.values[0], ariaLabel: `Value of ${id}`, autocomplete: 'off', spellcheck: false });
    const remove = make('button', {}, 'Remove');
    const time = make('input', {
      type: 'number', min: 0, step: 'any', value: marble.time, ariaLabel: `Time of ${id} in seconds` });
    editor.replaceChildren(`${marble.row} at`, time, 's', field, remove);
    // What has changed, as commands.
    const changes = () => {
      const seconds = Number(time.value);
      return [
        ...(field.value.trim() && field.value !== marble.values[0] ? [`value ${word(id)} ${field.value}`] : []),
        ...(time.value !== '' && seconds >= 0 && seconds !== marble.time ? [this.moved(marble, seconds)] : [])];
    };
    const [box, stage] = [this.svg.getBoundingClientRect(), editor.parentElement.getBoundingClientRect()];
    const scale = box.width / this.answer.layout.width;
    editor.hidden = false;
    const left = box.left - stage.left + (marble.x + marble.width / 2) * scale - editor.offsetWidth / 2;
    editor.style.left = `${Math.max(4, Math.min(stage.width - editor.offsetWidth - 4, left))}px`;
    editor.style.top = `${box.top - stage.top + (marble.y + marble.height) * scale + 8}px`;
    this.changes = changes;
    field.focus();
    field.select();
    editor.oninput = () => this.actions.preview(changes());
    editor.onkeydown = (event) => {
      if (event.key === 'Enter' && event.target !== remove) {
        event.preventDefault();
        this.finish();
        this.choose(id, 0);
      } else if (event.key === 'Escape') {
        this.close();
        this.choose(id, 0);
      }
      event.stopPropagation();
    };
    remove.onclick = () => {
      editor.hidden = true;
      this.commit(this.removed(marble));
    };
    editor.onfocusout = ({ relatedTarget }) => { if (!editor.contains(relatedTarget)) this.finish(); };
  }

  // Keeps what was changed.
  finish() {
    if (this.editor.hidden) return;
    this.editor.hidden = true;
    const made = this.changes();
    if (made.length > 0) this.actions.commit(made);
  }

  // Drops it.
  close() {
    if (this.editor.hidden) return;
    this.editor.hidden = true;
    this.actions.cancel();
  }
}

// The lines of the inputs,
function lines({ layout, rows }) {
  return layout.axis ? layout.rows.filter((line) => rows.some(({ name, kind }) => name === line.name && kind === 'input')) : [];
}

// and what can be moved on them.
function marbles(answer) {
  return lines(answer).flatMap((line) => [
    ...answer.layout.marbles.filter(({ row }) => row === line.name),
    ...mark(line, answer.rows.find(({ name }) => name === line.name).end)]);
}

// The mark at the end of an input as something to move; nothing where a stream never ends.
function mark({ name, middle, end: x }, end) {
  if (!end || x === null) return [];
  return [{ events: [`|${name}`], row: name, values: [], time: end.time, end, x: x - 9, y: middle - 20, width: 18, height: 40 }];
}

// The times above the rows, on which the playhead is dragged.
function ruler({ axis, rows, width }) {
  if (!axis || rows.length === 0) return [];
  const x = axis.start - 18;
  return [element('rect', { class: 'ruler', x, y: 0, width: width - x, height: Math.min(...rows.map(({ top }) => top)) })];
}

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A word of a command: in quotes where it has blanks.
export function word(text) { return /^"|\s|^$/.test(text) ? JSON.stringify(text) : text; }

function round(seconds) { return Math.round(seconds * 1e6) / 1e6; }

// A time as commands take it.
function duration(seconds) { return `${round(seconds)}s`; }

// The value after others: the next number or letter.
function next(values) {
  const last = values.at(-1);
  if (last === undefined) return '1';
  if (/^-?\d{1,12}$/.test(last)) return String(Math.max(...values.map(Number).filter(Number.isFinite)) + 1);
  if (/^[a-y]$|^[A-Y]$/.test(last)) return String.fromCharCode(last.charCodeAt(0) + 1);
  return last;
}
