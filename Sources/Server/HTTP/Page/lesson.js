// Scenes in order, and the goal of each: what its rows are expected to do, a hint, a solution, and the progress that is kept in
// this browser.

import { byId, make, prose } from './dom.js';
import { address } from './index.js';
import { tokens } from './predict.js';

const KEY = 'solved';

// The scenes that were solved in this browser.
function solved() {
  try { return new Set(JSON.parse(localStorage.getItem(KEY)) ?? []); } catch { return new Set(); }
}

export class Lesson {
  // `actions` has `choose(kind, name)` and `solve(commands)`.
  constructor(actions) {
    Object.assign(this, { actions, groups: [], source: null, said: null });
    // Back from another page, which may have solved something.
    addEventListener('pageshow', ({ persisted }) => { if (persisted) this.bar(); });
  }

  // Takes over the groups of scenes of the library.
  load(library) {
    this.groups = library.scenes.filter(({ inOrder, members }) => inOrder && members.length > 1);
    this.bar();
  }

  // Turns to a scene.
  begin(source) {
    Object.assign(this, { source, said: null, solution: '', hint: '', minutes: null });
    byId('task').replaceChildren();
    this.bar();
    this.tell('');
  }

  // The way to the next task, from the front page.
  door() {
    const members = this.groups[0]?.members ?? [];
    const done = solved();
    const next = members.find(({ name }) => !done.has(name)) ?? members[0];
    if (!next) return;
    const door = this.led(byId('learn'), next.name);
    door.href = address('scenes', next.name);
    door.lastElementChild.textContent = `${members.filter(({ name }) => done.has(name)).length} of ${members.length} tasks solved`;
  }

  // The bar with the place of the scene among others.
  bar() {
    this.door();
    const { source } = this;
    const group = source?.kind === 'scenes' && this.groups.find(({ members }) => members.some(({ name }) => name === source.name));
    byId('lesson').hidden = !group;
    if (!group) return;
    const { members } = group;
    const at = members.findIndex(({ name }) => name === source.name);
    const done = solved();
    byId('steps').replaceChildren(...members.map(({ name, title }, index) => {
      const link = make('a', { href: address('scenes', name), title: `${index + 1}: ${title}${done.has(name) ? ', solved' : ''}` });
      link.ariaCurrent = index === at ? 'step' : null;
      link.classList.toggle('solved', done.has(name));
      return make('li', {}, this.led(link, name));
    }));
    byId('place').textContent = `${at + 1} of ${members.length}${this.minutes ? ` · ${this.minutes} min` : ''}`;
    for (const [id, index] of [['before', at - 1], ['next', at + 1]]) {
      const member = members[index];
      byId(id).disabled = !member;
      byId(id).onclick = () => this.actions.choose('scenes', member.name);
    }
  }

  led(link, name) {
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.actions.choose('scenes', name);
    };
    return link;
  }

  // Shows how far the rows of an answer are from their goals; `predictions` says whether these were drawn by the visitor.
  show({ rows, exercise }, predictions) {
    this.introduce(exercise);
    const goals = rows.filter(({ goal }) => goal);
    const isMet = goals.length > 0 && goals.every(({ goal }) => goal.isMet);
    const isPrediction = Boolean(exercise?.predict || predictions.isActive);
    // What is to be predicted is not told before, nor where nothing was drawn.
    const isTold = goals.length > 0 && (isPrediction ? predictions.isCompared : exercise || !isMet);
    byId('goals').hidden = !isTold && !exercise && !predictions.isActive;
    const shown = isTold ? goals.filter(({ goal }) => !isPrediction || goal.isMet || goal.marks.length) : [];
    byId('goalList').replaceChildren(...shown.map(({ name, goal, mark }) => make('li', { className: goal.isMet ? 'met' : '' },
      make('b', {}, isPrediction ? name : goals.length > 1 || !exercise ? `Goal of ${name}` : 'Goal'), ' ', isPrediction ? drawnDiagram(predictions.rows.get(name), mark) : diagram(goal), ' ', make('span', { className: 'hidden' }, words(goal)), ' ',
      make('span', {}, `${goal.isMet ? '✓' : '✗'} ${isPrediction ? goal.summary : goal.isMet ? 'reached' : goal.difference}`))));
    const isSolved = isTold && isMet;
    const isChosen = document.activeElement === byId('solution');
    byId('goals').classList.toggle('met', isSolved);
    byId('hint').hidden = isSolved || !exercise?.hint;
    byId('solution').hidden = isSolved || !exercise?.solution.length;
    byId('hint').onclick = () => { this.hint = exercise.hint; this.tell(this.hint, told); };
    byId('solution').onclick = () => {
      this.solution = exercise.solution.map((command) => command.replace(/^set (\S+) = ([^]*)$/, '$1 is now `$2`. ')).join('');
      this.actions.solve(exercise.solution);
    };
    if (isChosen && isSolved) byId('next').focus();
    // What the list shows of a prediction is told, too.
    const isEmpty = isPrediction && predictions.isCompared && shown.length === 0;
    const all = predictions.isComplete ? 'All outputs are shown. ' : '';
    const told = isPrediction ? all + shown.map(({ name, goal }) => `${name}: ${goal.summary}.`).join(' ') : '';
    const said = isSolved ? `Solved. ${this.solution}${[exercise?.notes, exercise?.variation && `To try: ${exercise.variation}`].filter(Boolean).join(' ')}` : isEmpty ? 'Nothing is drawn.' : told;
    if (said !== this.said) {
      if (isSolved) this.hint = '';
      this.tell(...said === told ? [this.hint, told] : [said]);
      const next = byId('next');
      if (isSolved && !next.disabled && next.checkVisibility()) byId('told').append(' ', make('button', { className: 'main', onclick: () => next.click() }, 'Next ›'));
    }
    this.said = said;
    if (isSolved && exercise) this.keep();
  }

  // Says what has to be known for the task, and how long it takes.
  introduce({ task = '', minutes = null } = {}) {
    byId('task').replaceChildren(...prose(task));
    if (minutes === this.minutes) return;
    this.minutes = minutes;
    if (minutes && !byId('lesson').hidden) byId('place').append(` · ${minutes} min`);
  }

  // Says something below the goals, with code between backticks, and more to those who hear it.
  tell(text, more = '') {
    byId('told').classList.toggle('hidden', !text);
    byId('told').replaceChildren(...prose(text), ...more ? [make('span', { className: 'hidden' }, text ? ` ${more}` : more)] : []);
    // What stays is not to move the page.
    if (more || (text && text !== this.text)) byId(text ? 'told' : 'goals').scrollIntoView({ block: 'nearest' });
    this.text = text;
  }

  keep() {
    if (this.source?.kind !== 'scenes') return;
    const all = solved();
    if (all.has(this.source.name)) return;
    try { localStorage.setItem(KEY, JSON.stringify([...all, this.source.name])); } catch { /* It is not kept. */ }
    this.bar();
  }
}

// What a visitor drew, with marks at what is wrong.
function drawnDiagram(row, end) {
  return make('code', {}, ...tokens(row, end).flatMap(({ text, mark }, index) =>
    [index > 0 ? ' ' : '', mark && mark.verdict !== 'right' ? make('mark', {}, text) : text]));
}

// What is expected, for those who hear it.
function words({ marks }) {
  return marks.filter(({ expected }) => expected != null).sort((one, other) => one.expected - other.expected || (one.end ? 1 : -1))
    .map(({ value, end, expected }) => `${value ?? (end === 'fail' ? 'fails' : 'ends')} at ${expected} s`).join(', ');
}

// The expected diagram, with a mark at its first difference.
function diagram({ text, offset }) {
  if (offset === null || offset === undefined) return make('code', { ariaHidden: true }, text);
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return make('code', { ariaHidden: true }, characters.slice(0, offset).join(''), make('mark', {}, characters[offset] ?? ' '), characters.slice(offset + 1).join(''));
}
