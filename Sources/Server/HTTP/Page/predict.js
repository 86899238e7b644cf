// Predictions: outputs are hidden, a visitor draws what is to come out of them, compares it, and sees them again, at once or
// instant by instant. What was drawn stays beside what came out, until the visitor stops.

import { site } from './api.js';
import { byId, make, say } from './dom.js';

const EDITS = ['insert', 'move', 'value', 'delete', 'finish', 'fail', 'open'];
const SIZE = 36; // Units of a marble, where the picture has none to take it from.

export class Predictions {
  // `actions` has `refresh(isRevealed)`, which runs the scene again, and tells what was revealed, `redraw()`, which shows what is
  // drawn, and `add(row)`, which draws. `revealed` is the time up to which outputs are shown, and null when nothing is predicted.
  constructor(actions) {
    Object.assign(this, { actions, revealed: null, past: [], future: [] });
    byId('predict').onclick = () => this.toggle();
    byId('compare').onclick = () => this.compare();
    byId('reveal').onclick = () => this.reveal();
    byId('revealAll').onclick = () => this.revealAll();
    byId('again').onclick = () => this.again();
  }

  get isActive() { return this.revealed !== null; }
  get isComplete() { return this.revealed === Infinity; }
  get hides() { return this.isActive && !this.isComplete; }
  get isDrawn() { return [...this.rows.values()].some(({ events, end }) => events.length > 0 || end); }

  // Turns to another scene.
  begin(isActive = false) {
    Object.assign(this, { revealed: isActive ? -1 : null, rows: new Map(), isCompared: false, past: [], future: [] });
    this.show();
  }

  toggle() {
    this.begin(!this.isActive);
    this.actions.refresh();
    if (this.isActive && !site) say(() => byId('predictions').firstChild.innerText);
  }

  // Begins with an empty drawing; the former one can be taken back.
  again() {
    const past = [...this.past, this.rows];
    this.begin(true);
    this.past = past;
    byId('reveal').focus({ preventScroll: true });
    this.actions.refresh();
  }

  compare() {
    this.isCompared = true;
    this.actions.refresh();
  }

  // Shows the next instant of the outputs.
  reveal() {
    const next = this.times.find((time) => time > this.revealed);
    if (next === undefined || next === this.times.at(-1)) return this.revealAll();
    this.revealed = next;
    this.actions.refresh(true);
  }

  // Shows everything, and what was right.
  revealAll() {
    if (site) this.begin(); else Object.assign(this, { revealed: Infinity, isCompared: this.isDrawn });
    this.show();
    // The buttons that reveal are hidden.
    byId(site ? 'predict' : 'again').focus({ preventScroll: true });
    this.actions.refresh(true);
  }

  // A key of the page, as in a terminal; false when it is for something else.
  press(key) {
    if (byId('predict').hidden) return false;
    const acts = {
      h: () => (this.isComplete ? this.again() : this.isActive ? this.reveal() : this.toggle()), H: () => this.hides && this.revealAll(),
      c: () => this.isActive && !site && this.compare(),
      n: () => this.isActive && !site && this.actions.add([...this.rows.keys()][0]),
    };
    acts[key]?.();
    return key in acts;
  }

  // Takes back what was drawn last, or draws it again; false when there is nothing.
  step(isBack) {
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    if (from.length === 0) return false;
    to.push(this.rows);
    this.rows = from.pop();
    this.isCompared = false;
    this.actions.redraw();
    return true;
  }

  // What a run is asked for.
  get request() {
    if (!this.isActive) return {};
    const predictions = Object.fromEntries([...this.rows].map(([name, row]) => [name, diagram(row)]));
    return { ...(this.hides && { revealed: this.revealed }), ...(this.isCompared && { predictions }) };
  }

  show() {
    const [begin, end] = site ? ['Hide the outputs', 'Show the outputs'] : ['Predict', 'Stop predicting'];
    byId('predict').textContent = this.isActive ? end : begin;
    byId('predictions').hidden = !this.isActive;
    document.body.classList.toggle('predicting', this.isActive);
    byId('reveal').hidden = byId('revealAll').hidden = this.isComplete;
    byId('again').hidden = !this.isComplete;
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
      const verdict = (time, isThis) => this.isCompared && row.goal?.marks.find((mark) => mark.expected === time && isThis(mark));
      const x = (time) => layout.axis.start + time * layout.axis.unitsPerSecond;
      // Beside a value of the same time.
      line.end = end && x(end.time) + (events.some(({ time }) => time === end.time) ? width / 2 + 4 : 0);
      // What came out has its place on the line.
      const shown = [...layout.marbles, ...layout.marks].filter((one) => one.row === row.name);
      const above = (time) => (shown.some((one) => Math.abs(one.x + one.width / 2 - x(time)) < width) ? height * 0.8 : 0);
      Object.assign(row, {
        isPredicted: true, end, last: events.at(-1)?.time ?? 0, raised: end ? above(end.time) : 0,
        mark: end && verdict(end.time, (mark) => mark.end === end.kind) });
      for (const event of events) event.mark = verdict(event.time, ({ value }) => String(value) === event.value);
      layout.marbles.push(...events.map(({ time, value, mark }, index) => ({
        row: row.name, events: [`?${row.name}#${index}`], values: [value], time, isGuess: true, mark,
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
    this.past.push(structuredClone(this.rows));
    this.future = [];
    const [first, ...others] = rest.split(' ');
    const time = parseFloat(first);
    // A row ends after its values.
    const end = (kind, at) => { drawn.end = { kind, time: Math.max(at, ...events.map((event) => event.time)) }; };
    // The end is written as in marble notation.
    const set = (event) => {
      if (!/^[|#^]$/.test(event.value)) return events.push(event);
      end(event.value === '|' ? 'finish' : 'fail', event.time);
    };
    const makes = {
      insert: () => set({ time, value: others.join(' ') }), move: () => { events[index].time = time; },
      value: () => set({ ...events.splice(index, 1)[0], value: rest }), delete: () => events.splice(index, 1),
      finish: () => end('finish', time), fail: () => end('fail', time),
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
function diagram(row) { return tokens(row).map(({ text }) => text).join(' '); }

// The values and the end of that, each with what became of it.
export function tokens({ events, end }, mark) {
  const value = (text) => (/^-?[\d.]+$|^\w+$/.test(text) ? text : `'${text.replace(/[\\']/g, '\\$&')}'`);
  return [...events.map((event) => ({ text: `${value(event.value)}@${event.time}`, mark: event.mark })),
    ...(end ? [{ text: `${end.kind === 'fail' ? '#' : '|'}@${end.time}`, mark }] : [])];
}
