// The hands of the page: marbles and ends of inputs are dragged, added and removed by mouse, touch and keyboard. Each change is
// a command, as `marbled play` and `marbled control edit` take it.

import { site } from './api.js';
import { Editor } from './editor.js';
import { enter, walk } from './cards.js';
import { say } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';
const REMOVE = 46; // Units above or below its row at which a marble is taken off.

export class Hands {
  // `actions` has `preview(commands, { extent })`, `commit(commands)`, `cancel()`, `pause()`, `shift(place, way)`, `seek(seconds)`
  // and `openEnd(row)`; `parts(answer)` are the parts that can't be moved, `keyOfPart(event)` takes their keys, `carried(hit)`
  // follows what is moved, and `placed()` is called when all hits are new.
  constructor(svg, editor, actions) {
    Object.assign(this, { svg, actions, answer: null, marbles: [], held: null, isScrubbing: false, focused: null });
    this.editor = new Editor(editor, this);
    svg.onpointerdown = (event) => this.down(event);
    svg.onpointermove = (event) => this.move(event);
    svg.onpointerup = (event) => this.up(event);
    svg.onpointercancel = () => this.stop();
    // A finger that carries a marble scrolls nothing.
    svg.addEventListener('touchmove', (event) => { if (this.held?.hasMoved && event.cancelable) event.preventDefault(); }, { passive: false });
    svg.onpointerleave = () => this.hint(null);
    svg.onkeydown = (event) => this.key(event);
    svg.tabIndex = -1;
    // A screen reader gives the keys to an application, which says what they do.
    svg.setAttribute('aria-description', document.querySelector('#help .keyboard').textContent);
    svg.addEventListener('focusin', (event) => {
      const { event: id, part } = event.target.dataset;
      // Of several at one time, the one that was moved stays chosen.
      if (!this.marble(id)?.events.includes(this.focused)) this.focused = id ?? part ?? null;
      this.place = this.marble(id) ?? null;
    });
  }

  // Places the hands on the marbles of an answer. What is held stays under the hand.
  show(answer) {
    const { layout } = this.answer = answer;
    this.svg.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    if (this.held) return;
    this.actions.shift();
    this.lines = lines(answer);
    this.marbles = marbles(answer);
    const hadFocus = this.svg.contains(document.activeElement);
    this.plus = element('g', { class: 'plus' },
      element('circle', { r: 13 }), element('path', { d: 'M-5 0h10M0 -5v10' }), element('text', { y: -20 }));
    this.tip = element('text', { class: 'tip', 'aria-hidden': 'true' });
    const adds = this.lines.map((line) => element('rect', {
      class: 'line', x: layout.axis.start - 9, y: line.middle - 20, width: layout.width - layout.axis.start - 9,
      height: 40, 'data-line': line.name }));
    const order = (name) => layout.rows.findIndex((row) => row.name === name);
    const hits = [...this.marbles.map((marble) => this.hit(marble)), ...this.actions.parts(answer).map((part) => this.hit(part))]
      .sort((one, other) => order(one.dataset.row) - order(other.dataset.row) || one.getAttribute('x') - other.getAttribute('x'));
    const drawn = this.marbles.filter(({ isGuess }) => isGuess).map(guess);
    this.svg.replaceChildren(...ruler(layout), ...adds, ...drawn, this.plus, ...hits, this.tip);
    this.hint(null);
    // One that is in sight.
    const sight = this.invites && this.svg.closest('#picture').clientWidth * layout.width / this.svg.clientWidth - 40;
    const invited = this.invites && this.marbles.findLast(({ end, x }) => !end && x < sight);
    if (invited) {
      this.tip.textContent = '← drag →';
      this.tip.setAttribute('x', invited.x + invited.width / 2);
      this.tip.setAttribute('y', invited.y - 6);
      hits.find(({ dataset }) => dataset.event === invited.events[0]).classList.add('invited');
    }
    const first = (id) => this.marbles.find(({ events }) => events.includes(id))?.events[0] ?? id;
    const found = (id) => hits.find(({ dataset: { event, part } }) => (event ?? part) === first(id));
    const current = found(this.focused) ?? found(this.marbles[this.nearest()]?.events[0] ?? null) ?? hits[0];
    current?.setAttribute('tabindex', '0');
    if (hadFocus) current?.focus({ preventScroll: true });
    this.actions.placed();
  }

  // Events have other ids after an edit: `now` tells the id of today, or null.
  renumber(now) {
    this.focused = this.focused && now(this.focused);
    if (this.held) this.held.id = now(this.held.id) ?? this.held.id;
  }

  // The marble nearest to the one that had the focus.
  nearest() {
    if (!this.place) return 0;
    const distance = ({ row, time }) => Math.abs(time - this.place.time) + (row === this.place.row ? 0 : 1e6);
    return this.marbles.reduce((best, marble, index) =>
      (distance(marble) < distance(this.marbles[best]) ? index : best), 0);
  }

  // The place of a marble, of an end, or of a part that says what it is and can't be moved.
  hit({ events: [id, ...others], row, values, end, time, says, isGuess, mark, x, y, width, height }) {
    const what = end ? (end.kind === 'fail' ? 'fails' : 'finishes') : values?.join(', ');
    const kind = end ? ' end' : others.length > 0 ? ' several' : '';
    const predicted = isGuess ? `, predicted${mark ? `: ${mark.text}` : ''}` : '';
    return element('rect', {
      ...(says ? { class: 'part', 'data-part': id, role: 'img', 'aria-roledescription': values ? 'marble' : 'mark' }
        : { class: `marble${kind}`, 'data-event': id, role: 'button', 'aria-roledescription': `movable ${end ? 'end' : 'marble'}` }),
      'data-row': row, tabindex: '-1', 'aria-label': says ?? `${row}: ${what} at ${time} s${predicted}`, x, y, width, height,
      rx: Math.min(height / 2, 24) });
  }

  // MARK: Places and times

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale, scale };
  }

  // Parts of the scene's step.
  unit(steps) { return round(this.answer.step * steps); }

  snapped(seconds, steps) {
    const unit = this.unit(steps);
    return Math.max(0, round(Math.round(seconds / unit) * unit));
  }

  // The time of a click on a line: a prediction may be between two steps.
  timeAt(x, isFine, line) {
    const { start, unitsPerSecond } = this.answer.layout.axis;
    const isPredicted = this.answer.rows.some((row) => row.name === line && row.isPredicted);
    return this.snapped((x - start) / unitsPerSecond, isFine ? 0.1 : isPredicted ? 0.5 : 1);
  }

  marble(id) { return this.marbles.find(({ events }) => events[0] === id); }

  // Of several at one time, that which has been moved there.
  chosen(id) { return this.marble(id)?.events.includes(this.focused) ? this.focused : id; }

  // The command that moves a marble, or the end of a row, which is not before the last value.
  moved({ events, row, end }, time) {
    if (!end) return `move ${word(this.held?.id ?? events[0])} ${duration(time)}`;
    const at = duration(Math.max(time, this.last(row)));
    return `${end.kind} ${word(row)} ${at}${end.message ? ` ${end.message}` : ''}`;
  }

  // The time of the last value of a row, before which it can't end.
  last(row) { return Math.max(0, ...this.marbles.filter((one) => one.row === row && !one.end).map((one) => one.time)); }

  removed({ events, row, end }) { return end ? `open ${word(row)}` : `delete ${word(events[0])}`; }

  // MARK: What is held

  // Takes a marble, by the pointer or by keys; what follows is previewed or committed while it stays under the hand.
  hold(id, hit, more) {
    const marble = this.marble(id);
    const { layout } = this.answer;
    const drawn = [...this.svg.querySelectorAll('.guess')].find(({ dataset }) => dataset.of === id);
    this.invites = false;
    hit.classList.remove('invited');
    this.held = { id: this.chosen(id), marble, hit, drawn, layout, time: marble.time, hasMoved: false, times: {}, ...more };
  }

  // Moves what is held to a time, and off its row by `way`; its command.
  carry(time, way = null) {
    const { held } = this;
    const { marble, layout } = held;
    const at = marble.end ? Math.max(time, this.last(marble.row)) : time;
    held.hasMoved = true;
    held.time = at;
    held.hit.classList.toggle('off', Boolean(way));
    const [right, down] = way ?? [(at - marble.time) * layout.axis.unitsPerSecond, 0];
    const [x, y] = [Math.min(marble.x + right, layout.width - marble.width), marble.y + down];
    held.hit.setAttribute('x', x);
    held.hit.setAttribute('y', y);
    held.drawn?.setAttribute('transform', `translate(${x - marble.x} ${y - marble.y})`);
    this.tip.textContent = way ? 'remove' : at > time ? `the last value is at ${at} s` : `${at} s`;
    this.tip.setAttribute('x', Math.max(40, Math.min(layout.width - 40, x + marble.width / 2)));
    this.tip.setAttribute('y', y > 30 ? y - 8 : y + marble.height + 20);
    this.follow(this.answer);
    const command = way ? this.removed({ ...marble, events: [held.id] }) : this.moved(marble, at);
    held.times[command] = at;
    this.actions.carried(held.hit);
    return command;
  }

  // Moves what is held to the hand in the picture of an answer, which shows it at the time of its command.
  follow(answer) {
    if (!this.held?.hasMoved) return;
    const { marble: { row, time, end }, hit, times } = this.held;
    const at = times[answer.command] ?? time;
    const shown = marbles(answer).find((one) =>
      one.row === row && (end ? one.end : one.events.length === 1 && Math.abs(one.time - at) < 1e-6));
    if (shown) this.actions.shift(shown, ['x', 'y'].map((side) => hit.getAttribute(side) - shown[side]));
  }

  // Lets go, and shows everything where it is.
  release() {
    this.held = null;
    this.show(this.answer);
  }

  // MARK: Pointer

  down(event) {
    if (event.button !== 0 || this.held) return;
    const { event: id, line } = event.target.dataset;
    this.pressed = line ?? null;
    this.editor.finish();
    if (event.target.classList.contains('ruler')) {
      this.isScrubbing = true;
      this.svg.setPointerCapture(event.pointerId);
      // A finger may scroll the page from here.
      return event.pointerType === 'touch' ? null : this.scrub(event);
    }
    if (!id) return;
    event.preventDefault();
    event.target.focus({ preventScroll: true });
    this.svg.setPointerCapture(event.pointerId);
    this.hold(id, event.target, { from: this.point(event), pointer: event.pointerId });
  }

  // Moves the playhead to the pointer.
  scrub(event) {
    const { start, unitsPerSecond } = this.answer.layout.axis;
    this.actions.seek((this.point(event).x - start) / unitsPerSecond);
  }

  move(event) {
    if (this.isScrubbing) return this.scrub(event);
    const point = this.point(event);
    const { held } = this;
    if (!held) return this.hint(event.target.dataset.line ? { ...point, line: event.target.dataset.line, isFine: event.shiftKey } : null);
    if (held.pointer !== event.pointerId) return;
    const [x, y] = [point.x - held.from.x, point.y - held.from.y];
    // A finger that goes up or down scrolls the page.
    const isTouch = event.pointerType === 'touch';
    if (!held.hasMoved && (Math.hypot(x, y) < 5 * point.scale || isTouch && Math.abs(y) > Math.abs(x))) return;
    if (!held.hasMoved) this.actions.pause();
    const isOff = !isTouch && Math.abs(y) > REMOVE;
    const { unitsPerSecond, extent } = held.layout.axis;
    const time = Math.min(extent ?? Infinity, this.snapped(held.marble.time + x / unitsPerSecond, event.shiftKey ? 1 : 0.1));
    const command = this.carry(time, isOff ? [x, y] : null);
    if (command === held.command) return;
    held.command = command;
    this.again();
  }

  // Asks for the picture of a drag, also when other rows come in sight.
  again() {
    if (this.held?.pointer != null && this.held.command) this.actions.preview([this.held.command], { extent: this.held.layout.axis.extent });
  }

  async up(event) {
    const { held } = this;
    if (this.isScrubbing) this.scrub(event);
    this.isScrubbing = false;
    if (!held) {
      const line = event.target.dataset.line;
      if (line && line === this.pressed && event.button === 0) {
        await this.add(line, this.timeAt(this.point(event).x, event.shiftKey, line));
        if (this.place?.isGuess) this.editor.open(this.focused);
      }
      return;
    }
    if (held.pointer !== event.pointerId) return;
    held.pointer = null;
    if (!held.hasMoved) {
      this.held = null;
      return this.editor.open(held.id, event.pointerType === 'touch');
    }
    await this.actions.commit([held.command], { isHeld: event.pointerType === 'mouse' });
    if (this.held === held) this.release();
  }

  // Drops a drag.
  stop() {
    this.isScrubbing = false;
    if (this.held?.pointer == null) return;
    if (this.svg.hasPointerCapture(this.held.pointer)) this.svg.releasePointerCapture(this.held.pointer);
    const { hasMoved } = this.held;
    this.release();
    if (hasMoved) this.actions.cancel();
  }

  // Shows where a click adds a marble.
  hint(place) {
    if (!this.plus) return;
    this.plus.classList.toggle('shown', place !== null);
    if (!place) return;
    const { axis } = this.answer.layout;
    const line = this.lines.find(({ name }) => name === place.line);
    const time = this.timeAt(place.x, place.isFine, place.line);
    const x = axis.start + time * axis.unitsPerSecond;
    this.plus.setAttribute('transform', `translate(${x} ${line.middle})`);
    this.plus.lastChild.textContent = `${time} s`;
  }

  // MARK: Keyboard

  key(event) {
    const { event: id, part } = event.target.dataset;
    if (part && !event.ctrlKey && !event.metaKey && !event.altKey) return this.actions.keyOfPart(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const { held } = this;
    const go = (id) => walk(this.svg, this.at(id), event.key);
    const keys = {
      ArrowLeft: () => this.step(-1, event), ArrowRight: () => this.step(1, event), ArrowUp: go, ArrowDown: go, Home: go, End: go,
      Enter: (id) => this.editor.open(id), ' ': (id) => this.editor.open(id),
      Delete: (id) => this.remove(id), Backspace: (id) => this.remove(id),
      n: (id) => this.add(this.marble(id).row, round(this.marble(id).time + this.unit(1))),
      Escape: held && (() => this.stop()),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    // What has been moved by keys is answered first.
    if (held?.then && !event.key.match(/Left|Right/)) held.then.push(act); else act(id);
  }

  // Moves the marble with the focus by a step. Steps add up while the server is asked.
  async step(sign, { target, shiftKey }) {
    if (this.held && !this.held.then) return;
    const isFirst = !this.held;
    if (isFirst) this.hold(target.dataset.event, target, { then: [] });
    const { held } = this;
    this.actions.pause();
    const { time } = held;
    this.carry(Math.max(0, round(time + sign * this.unit(shiftKey ? 0.1 : 1))));
    const { textContent } = this.tip;
    if (held.time === time) say(() => `Not moved: ${textContent}`);
    if (!isFirst) return;
    for (let sent = null; sent !== held.time && this.held === held;) {
      sent = held.time;
      const command = this.moved(held.marble, sent);
      held.times[command] = sent;
      if (!await this.actions.commit([command])) break;
    }
    if (this.held !== held) return;
    this.release();
    for (const act of held.then) act(this.svg.querySelector('[tabindex="0"]').dataset.event);
  }

  // The hit of an event.
  at(id) {
    const found = (id) => this.svg.querySelector(`[data-event="${CSS.escape(id)}"]`);
    // What has become the end of its row has another name.
    return found(id) ?? found(this.marbles[this.nearest()]?.events[0]);
  }

  choose(id) { enter(this.svg, this.at(id)); }

  commit(command) { return this.actions.commit([command]); }

  remove(id) { return this.commit(this.removed({ ...this.marble(id), events: [this.chosen(id)] })); }

  // The newest value of the inputs that is not among others, or the next one.
  awaited(time, values) {
    const inputs = this.answer.rows.filter(({ kind }) => kind === 'input').map(({ name }) => name);
    const left = this.answer.layout.marbles.filter(({ row }) => inputs.includes(row)).sort((one, other) => one.time - other.time)
      .flatMap((marble) => (marble.texts ?? marble.values).map((text) => ({ text, time: marble.time }))).filter(({ text }) => !values.includes(text));
    return (left.findLast((one) => one.time <= time) ?? left[0])?.text;
  }

  // Adds a marble whose value follows the others, and offers to change the value.
  async add(row, time) {
    const values = this.marbles.filter((marble) => marble.row === row).flatMap((marble) => marble.values);
    const before = new Set(this.marbles.flatMap(({ events }) => events));
    const value = this.answer.rows.some(({ name, isPredicted }) => name === row && isPredicted) && this.awaited(time, values);
    await this.commit(`insert ${word(row)} ${duration(time)} ${value || next(values)}`);
    const added = this.marbles.find((marble) => marble.row === row && !marble.end && Math.abs(marble.time - time) < 1e-9);
    if (!added) return;
    this.focused = added.events.find((id) => !before.has(id)) ?? added.events[0];
    this.choose(added.events[0]);
  }
}

// The lines of the inputs, and of outputs that a visitor draws,
function lines({ layout, rows }) {
  const isDrawn = ({ name }) => rows.some((row) => row.name === name && (row.kind === 'input' || row.isPredicted));
  return layout.axis && !site ? layout.rows.filter(isDrawn) : [];
}

// and what can be moved on them.
function marbles(answer) {
  return lines(answer).flatMap((line) => {
    const row = answer.rows.find(({ name }) => name === line.name);
    // What came out stays where it is, beside what was drawn.
    return [...answer.layout.marbles.filter((one) => one.row === line.name && (one.isGuess || !row.isPredicted)), ...mark(line, row)];
  });
}

// A marble, or an end, that a visitor predicts.
function guess({ events, values, x, y, width, height, end, mark }) {
  const [middle, center] = [x + width / 2, y + height / 2];
  const shapes = end ? [element('path', { d: end.kind === 'fail' ? `M${middle - 7} ${center - 7}l14 14m-14 0l14-14` : `M${middle} ${center - 13}v26` })]
    : [element('circle', { cx: middle, cy: center, r: height / 2 - 1 }), element('text', { x: middle, y: center + 5 }, values[0])];
  const verdict = mark ? (mark.verdict === 'right' ? ' right' : ' wrong') : '';
  return element('g', { class: `guess${verdict}`, 'data-of': events[0], 'aria-hidden': 'true' }, ...shapes);
}

// The mark at the end of an input as something to move; nothing where a stream never ends.
function mark({ name, middle, end: x }, { end, isPredicted, mark, raised = 0 }) {
  if (!end || x === null) return [];
  return [{ events: [`|${name}`], row: name, values: [], time: end.time, end, isGuess: isPredicted, mark, x: x - 9, y: middle - 20 - raised, width: 18, height: 40 }];
}

// The times above the rows, on which the playhead is dragged.
function ruler({ axis, rows, width }) {
  if (!axis || rows.length === 0) return [];
  const x = axis.start - 18;
  return [element('rect', { class: 'ruler', x, y: 0, width: width - x, height: Math.min(...rows.map(({ top }) => top)) })];
}

export function element(name, attributes, ...children) {
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
