// Predictions: outputs are hidden, a visitor draws what is to come out of them, compares it, and sees them again, at once or
// instant by instant.

import { site } from './api.js';
import { byId, make } from './dom.js';

const EDITS = ['insert', 'move', 'value', 'delete', 'finish', 'fail', 'open'];
const SIZE = 36; // Units of a marble, where the picture has none to take it from.

export class Predictions {
  // `actions` has `refresh()`, which runs the scene again, `redraw()`, which shows what is drawn, and `add(row)`, which draws.
  constructor(actions) {
    Object.assign(this, { actions, revealed: null, rows: new Map(), isCompared: false });
    byId('predict').onclick = () => this.toggle();
    byId('compare').onclick = () => this.compare();
    byId('reveal').onclick = () => this.reveal();
    byId('revealAll').onclick = () => this.end();
  }

  get isActive() { return this.revealed !== null; }

  // Turns to another scene.
  begin(isActive = false) {
    Object.assign(this, { revealed: isActive ? -1 : null, rows: new Map(), isCompared: false });
    this.show();
  }

  toggle() {
    if (this.isActive) return this.end();
    this.begin(true);
    this.actions.refresh();
  }

  end() {
    // The buttons beside the drawing are hidden.
    byId('predict').focus({ preventScroll: true });
    this.revealed = null;
    this.show();
    this.actions.refresh();
  }

  compare() {
    this.isCompared = true;
    this.actions.refresh();
  }

  // Shows the next instant of the outputs.
  reveal() {
    const next = this.times.find((time) => time > this.revealed);
    if (next === undefined) return this.end();
    this.revealed = next;
    this.actions.refresh();
  }

  // What a run is asked for.
  get request() {
    if (!this.isActive) return {};
    const predictions = Object.fromEntries([...this.rows].map(([name, row]) => [name, diagram(row)]));
    return { revealed: this.revealed, ...(this.isCompared && { predictions }) };
  }

  show() {
    document.body.classList.toggle('predicting', this.isActive);
    byId('predict').textContent = this.isActive ? 'Show the outputs' : site ? 'Hide the outputs' : 'Predict';
    byId('predictions').hidden = !this.isActive;
  }

  // Takes over an answer: what was drawn are marbles that a hand can move.
  take(answer) {
    byId('predict').hidden = !answer.layout.axis || !answer.rows.some(({ kind }) => kind === 'output');
    if (!this.isActive) return;
    const { layout } = answer;
    this.times = layout.instants ?? layout.times;
    // Comparing needs a server.
    if (site) return;
    const { width = SIZE, height = SIZE } = layout.marbles.find(({ events }) => events.length === 1) ?? {};
    layout.marbles = layout.marbles.filter(({ isGuess }) => !isGuess);
    for (const row of answer.rows) {
      const line = layout.rows.find(({ name }) => name === row.name);
      if (row.kind !== 'output' || !line) continue;
      if (!this.rows.has(row.name)) this.rows.set(row.name, { events: [], end: null });
      const { events, end } = this.rows.get(row.name);
      const verdict = (value, time) => this.isCompared
        && row.goal?.marks.find((mark) => mark.expected === time && (mark.end ? !value : String(mark.value) === value));
      Object.assign(row, { isPredicted: true, end, last: events.at(-1)?.time ?? 0 });
      const x = (time) => layout.axis.start + time * layout.axis.unitsPerSecond;
      line.end = end && x(end.time);
      // What came out has its place on the line.
      const shown = layout.marbles.filter((one) => one.row === row.name);
      const above = (time) => (shown.some((one) => Math.abs(one.x + width / 2 - x(time)) < width) ? height * 0.8 : 0);
      layout.marbles.push(...events.map(({ time, value }, index) => ({
        row: row.name, events: [`?${row.name}#${index}`], values: [value], time, isGuess: true, mark: verdict(value, time),
        x: x(time) - width / 2, y: line.middle - height / 2 - above(time), width, height })));
    }
    // Keys begin a row here, and go on with N.
    byId('draw').replaceChildren(...[...this.rows].filter(([, { events, end }]) => events.length === 0 && !end)
      .map(([name]) => make('button', { onclick: () => this.actions.add(name) }, `Draw on ${name}`)));
  }

  // Whether a command concerns a row that is predicted, and what it says.
  read(command) {
    const [, verb, name, rest = ''] = /^(\w+) ("(?:[^"\\]|\\.)*"|\S+) ?([^]*)$/.exec(command) ?? [];
    const id = name?.startsWith('"') ? JSON.parse(name) : name;
    const [, row = id, index] = /^\?([^]*)#(\d+)$/.exec(id) ?? [];
    const drawn = this.isActive && EDITS.includes(verb) && this.rows.get(row);
    return drawn ? { verb, drawn, index, rest } : null;
  }

  // Makes a command; false when it concerns no row that is predicted.
  make(command) {
    const edit = this.read(command);
    if (!edit) return false;
    const { verb, drawn, index, rest } = edit;
    const { events } = drawn;
    const [first, ...others] = rest.split(' ');
    const time = parseFloat(first);
    // The end is written as in marble notation.
    const set = (event) => {
      if (event.value !== '|' && event.value !== '#') return events.push(event);
      drawn.end = { kind: event.value === '#' ? 'fail' : 'finish', time: event.time };
    };
    const makes = {
      insert: () => set({ time, value: others.join(' ') }), move: () => { events[index].time = time; },
      value: () => set({ ...events.splice(index, 1)[0], value: rest }), delete: () => events.splice(index, 1),
      finish: () => { drawn.end = { kind: 'finish', time }; }, fail: () => { drawn.end = { kind: 'fail', time }; },
      open: () => { drawn.end = null; },
    };
    makes[verb]();
    events.sort((one, other) => one.time - other.time);
    this.isCompared = false;
    this.actions.redraw();
    return true;
  }
}

// What was drawn, in marble notation.
function diagram({ events, end }) {
  const value = (text) => (/^-?[\d.]+$|^\w+$/.test(text) ? text : `'${text.replace(/[\\']/g, '\\$&')}'`);
  return [...events.map((event) => `${value(event.value)}@${event.time}`), ...(end ? [`${end.kind === 'fail' ? '#' : '|'}@${end.time}`] : [])].join(' ');
}
