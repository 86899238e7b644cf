// The page: the scene that is shown, its edits, and what its parts do with them.

import { library, loaded, scene as fetchScene, operator as fetchOperator, persist, run, Runner, site, whenIdle } from './api.js';
import { Cards, parts, SAYS } from './cards.js';
import { connection, sentence } from './connection.js';
import { byId, make, prose, remedy, say } from './dom.js';
import { Edits, follow } from './edits.js';
import { Frame, Picture, columns, filling } from './picture.js';
import { Player } from './player.js';
import { Hands } from './hands.js';
import { Rows } from './rows.js';
import { Lesson } from './lesson.js';
import { Predictions } from './predict.js';
import { Visit } from './visit.js';
import { present } from './present.js';
import * as index from './index.js';
import * as links from './links.js';
import * as titles from './titles.js';

const prefersStill = matchMedia('(prefers-reduced-motion: reduce)');
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const prefersContrast = matchMedia('(prefers-contrast: more)');
const isEmbedded = /(^#|&)embed\b/.test(location.hash);

// The title of the front page, if this is it.
const frontTitle = document.title;

const runner = new Runner();
const picture = new Picture(byId('drawing'));
const player = new Player(picture);
const frame = new Frame(byId('picture'), byId('sheet'), byId('labels'));
player.onStill = film;
player.onSeek = (part) => frame.follow(part);
// What the server has put into this document: a picture and its facts; null for nothing.
const first = JSON.parse(byId('first').textContent);
// `answer` is what is shown, and `kept` what was shown last without a preview.
const state = { visit: new Visit({ yaml: '', name: 'scene' }), answer: null, kept: null, hasAxis: true, columns: first?.columns ?? null };

const edits = new Edits({
  ask: (commands, isWanted) => keep(commands, isWanted),
  take: (answer, commands) => take(answer, commands),
  refused: (answer) => { if (answer && isRefused(answer)) refuse(answer, true); },
  kept: () => showSteps(),
});

const actions = {
  pause: () => player.settle(),
  seek: (seconds) => player.scrub(seconds),
  shift: (place, way) => picture.shift(place, way),
  // Shows the scene with commands, without keeping them. `extent` keeps the axis.
  async preview(commands, { extent } = {}) {
    if (commands.some((command) => predictions.read(command))) return;
    await edits.answered;
    // A hand needs no sentences.
    const rows = extent && inSight();
    const answer = await look(commands, { isStill: player.showsEnd, isPreview: true, extent, cards: 'edited', sentences: !extent, inSight: rows });
    if (answer) show(Object.assign(answer, { command: commands[0], inSight: rows }), { whole: true, isPreview: true });
    return answer;
  },
  // Makes an edit; false when it is refused, and null when it was taken back before the server answered. With `tells`, the
  // problem is returned, for those who have a place for it. With `isHeld`, the pointer is still there. With `asks`, the scene is shown as the server drew it for the refusal.
  async commit(commands, { asks = true, tells = false, isHeld = false } = {}) {
    state.isHeld = isHeld;
    const rest = commands.filter((command) => !predictions.make(command));
    if (rest.length === 0) return true;
    const answer = await edits.make(rest);
    if (!answer) return null;
    if (!isRefused(answer)) return true;
    if (tells) return answer.diagnostics?.[0] ?? { message: answer.failure ?? '' };
    await refuse(answer, asks);
    return false;
  },
  // Shows what there was before a preview.
  cancel() {
    runner.drop();
    return state.kept?.svg ? show(state.kept, { whole: true }) : refresh({ whole: true });
  },
  openEnd: (row) => rows.open(row, 'end'),
  parts: (answer) => parts(answer),
  keyOfPart: (event) => cards.key(event),
  carried: (hit) => cards.follow(hit),
  told: (id) => cards.sentences(id),
  placed: () => cards.placed(),
};
const cards = new Cards(byId('hands'), byId('stage'), { request: () => request([]), fade: (ids) => picture.fade(ids) });
const predictions = new Predictions({
  async refresh(isRevealed) {
    if (!await refresh({ whole: true }) || !isRevealed) return;
    // The newest instant that is shown, with its sentences.
    player.step(predictions.hides ? predictions.revealed / player.factor * 1000 : player.end);
  },
  redraw: () => {
    predictions.take(state.answer);
    hands.show(state.answer);
    lesson.show(state.answer, predictions);
    showSteps();
  },
  add: (row) => hands.add(row, 0),
});
const lesson = new Lesson({ choose: (kind, name) => choose(kind, name), solve: (commands) => actions.commit(commands) });
const hands = new Hands(byId('hands'), byId('editor'), actions);
addEventListener('scroll', () => {
  if (inSight()?.join() !== state.answer?.inSight?.join()) hands.again();
}, { passive: true });
const rows = new Rows(actions);
if (!site) titles.edit(actions.commit);

// MARK: Runs

function theme() {
  return byId('theme').value || (prefersContrast.matches ? 'high-contrast' : null);
}

// Of a theme that follows the system, a picture needs only the one that is visible.
function appearance() { return theme() ?? (prefersDark.matches ? 'dark' : 'light'); }

const isPresenting = () => document.documentElement.classList.contains('presenting');

// The width of the picture that suits the page and what is shown, in cells.
function fitting() {
  const { clientWidth, clientHeight } = byId('picture');
  if (site) return site.fitting(clientWidth);
  const { answer, visit } = state;
  // What is predicted keeps the size that it had with its outputs.
  if (!predictions.isActive) state.fitted = { visit, clientWidth };
  else if (state.fitted?.visit === visit && state.fitted.clientWidth === clientWidth) return state.columns;
  if (isPresenting() && clientWidth >= 900 && answer?.layout.axis && !isDense(answer)) return filling(clientWidth, clientHeight, answer, state.columns);
  return columns(clientWidth, state.hasAxis, state.columns, answer?.layout.height, isDense(answer));
}

// Whether a marble is drawn as a dot, as it is too near to another.
function isDense(answer) {
  const middle = ({ x, width }) => x + width / 2;
  return answer?.layout.marbles.some((one, at, all) => at > 0 && all[at - 1].row === one.row && Math.min(one.height, all[at - 1].height) < 30
    && middle(one) - middle(all[at - 1]) < 36);
}

// The rows on the screen, for a drag in a picture with many marbles: drawing the other rows would take too long. Null for all.
function inSight() {
  const layout = state.kept?.layout;
  if (!layout?.axis || layout.marbles.length <= LARGE) return null;
  const { top, width } = picture.drawn.getBoundingClientRect();
  const scale = width / layout.width;
  // With the last row, the picture has its height.
  const isSeen = (row) => row === layout.rows.at(-1) || top + row.top * scale < innerHeight && top + (row.top + row.height) * scale > 0;
  return layout.rows.filter(isSeen).map(({ name }) => name);
}

// The request for a scene after edits. With `isStill`, only the end is drawn, as it is what an edit shows; see `film`. With
// `isPreview`, the text is not needed.
function request(edits, { yaml = state.visit.yaml, isStill = false, isPreview = false, extent, cards, sentences = true, inSight } = {}) {
  return {
    scene: yaml, name: state.visit.name, edits, columns: state.columns ?? fitting(), recording: false, theme: appearance(), still: isStill,
    yaml: !isPreview, sentences, ...(extent && { extent }), ...(cards && { cards }), ...(inSight && { inSight }), ...predictions.request,
  };
}

// Takes the width of the next picture: the one that fits. The axis stays under a hand, and until a pointer that has let go leaves.
function resize(extent) { state.columns = (extent || state.isHeld) && state.kept ? Math.round((state.kept.layout.width - 18) / 9) : fitting(); }

// The scene after edits; null when something newer is asked for.
async function look(commands = [], options) {
  resize(options?.extent);
  const { visit } = state;
  const { yaml } = visit;
  const answer = await runner.look(request(commands, options));
  // Meanwhile the scene may be another one.
  return visit === state.visit && yaml === visit.yaml ? answer : null;
}

// The scene after edits that are to be kept.
function keep(commands, isWanted) {
  resize();
  return runner.keep(request(commands, { isStill: player.showsEnd }), isWanted);
}

// After an edit, the picture that plays is asked for when it is to play.
async function film() {
  const answer = edits.isEmpty ? await look() : null;
  if (answer) await show(answer);
  // After a failure, the next touch asks again.
  player.isAsking = false;
}

async function refresh(options) {
  const answer = await look([], { isStill: options?.whole && player.showsEnd });
  if (answer) await show(answer, options);
  return answer;
}

// Lets the browser paint and answer, so that no task is long.
const turn = () => new Promise((resolve) => setTimeout(resolve));

const LARGE = 80; // Marbles of a picture whose parts are shown one after the other.

// Shows an answer.
async function show(answer, { whole = false, isPreview = false } = {}) {
  const { activeElement: focused } = document;
  report(answer);
  const isOfDocument = answer === first?.answer;
  if (!answer.svg && !isOfDocument) return;
  if (answer.exercise?.predict && state.visit.isNew) {
    predictions.begin(true);
    // The picture of the document hides them already.
    if (!isOfDocument) {
      state.visit.isNew = false;
      return refresh({ whole, isPreview });
    }
  }
  state.visit.isNew = false;
  predictions.take(answer);
  state.answer = answer;
  answer.hides = predictions.hides;
  const before = state.kept;
  if (!isPreview) state.kept = answer;
  const hasAxis = Boolean(answer.layout.axis);
  if (hasAxis !== state.hasAxis) {
    state.hasAxis = hasAxis;
    if (fitting() !== state.columns) return refresh({ whole, isPreview });
  }
  // A picture without an axis has these sentences in itself.
  byId('now').classList.toggle('hidden', !hasAxis);
  document.body.classList.toggle('rowless', answer.rows.length === 0);
  document.body.classList.toggle('still', answer.layout.times.length < 2);
  if (isOfDocument) picture.adopt(first.motion, hasAxis); else picture.show(answer.svg, hasAxis);
  document.documentElement.classList.remove('later');
  frame.show(answer);
  hands.follow(answer);
  const isLong = isOfDocument || answer.layout.marbles.length > LARGE;
  for (const part of [() => player.load(answer, { whole }), () => cards.show(answer, isPreview), () => hands.show(answer), () => (site ? site.show(answer, actions) : answer.inSight || rows.show(answer))]) {
    if (isLong) await turn();
    // Something else has been chosen meanwhile.
    if (answer !== state.answer) return;
    part();
  }
  // What is shown again has not changed.
  const isSame = before && (before.yaml === answer.yaml || answer.diagnostics.length > 0);
  if (before && whole && !answer.hides && !before.hides) {
    if (isSame) player.story.tell([], isPreview); else tell(before, answer, isPreview);
  }
  index.compare(answer.rows);
  lesson.show(answer, predictions);
  // The control that led here may be gone.
  if ([focused, document.body].includes(document.activeElement) && !focused.checkVisibility()) byId('stage').focus({ preventScroll: true });
  if (!isPreview) {
    titles.show(answer);
    const isFront = !byId('welcome').hidden && !state.visit.isEdited;
    document.title = isFront ? frontTitle : `${answer.title} · marbled`;
    if (document.activeElement !== byId('yaml')) byId('yaml').value = answer.yaml;
  }
  showSteps();
  if (!isPreview && fitting() !== state.columns) refresh();
}

// Tells what an edit has changed.
async function tell(before, answer, isPreview) {
  const isByKeys = hands.held?.then;
  const { differences, moves } = await import('./differences.js').catch(() => ({}));
  if (!differences || answer !== state.answer) return;
  const made = isPreview ? [] : moves(before, answer);
  player.story.tell([...made, ...differences(before, answer)], isPreview);
  // What keys move has the focus, so that a screen reader reads it anyway.
  if (isByKeys && made.length > 0) byId('news').firstChild.ariaHidden = true;
}

// Whether there is something to go back to, or forth.
function showSteps() {
  const ways = [byId('undo'), byId('redo')];
  ways[0].disabled = edits.isEmpty && !state.visit.undo.length && !predictions.past.length;
  ways[1].disabled = !state.visit.redo.length && !predictions.future.length;
  // A button without a use gives the focus away.
  if (document.activeElement.disabled) (ways.find((way) => !way.disabled) ?? byId('stage')).focus({ preventScroll: true });
}

// Tells what is wrong: at the text that is typed, or above the controls, as for a text that was left.
function report(answer) {
  const problem = answer.failure ? { message: answer.failure } : answer.diagnostics[0] ?? null;
  const isAtField = rows.answer && rows.mark(answer.failure ? null : problem, answer.command);
  const left = rows.answer && [...rows.fields.values()].find(({ isLeft }) => isLeft);
  const parts = problem && !isAtField ? [...prose(problem.message), ...remedy(problem, actions.commit)]
    : left ? [`${left.title}: `, ...prose(left.diagnostic.message), ' ', make('button', { onclick: () => left.drop() }, 'Drop it')] : [];
  byId('problem').hidden = parts.length === 0;
  byId('problem').replaceChildren(...parts);
}

// MARK: Edits

function isRefused(answer) { return !answer.svg || answer.diagnostics.length > 0; }

// Says why edits were refused; with `shows`, the scene is shown, as the hand may have moved a part of it.
async function refuse(answer, shows) {
  // Rows out of sight are blank in what a hand has shown.
  const shown = answer.svg ? shows && answer : state.answer?.inSight && state.kept;
  if (shown) await show(shown, { whole: true });
  report(answer);
}

// Takes over the answer to edits, unless they were refused.
async function take(answer, commands = []) {
  [answer.command] = commands;
  // Those leave the queue that is kept for a reload.
  if (isRefused(answer)) return state.visit.save();
  const { visit } = state;
  visit.chosen.set(`undo ${visit.yaml}`, hands.focused);
  const remembered = visit.become(answer.yaml) && remember();
  hands.renumber((id) => follow(id, commands, answer));
  visit.chosen.set(`redo ${visit.yaml}`, hands.focused);
  await show(answer, { whole: true });
  await remembered;
}

// Undoes an edit, or makes it again. One that the server has not answered is dropped.
function go(isBack) {
  if (site || predictions.step(isBack)) return;
  if (isBack && edits.drop()) return actions.cancel();
  if (!state.visit.step(isBack)) return say(() => `Nothing to ${isBack ? 'undo' : 'redo'}.`);
  remember();
  // What the edit moved has the focus where it was.
  hands.focused = state.visit.chosen.get(`${isBack ? 'undo' : 'redo'} ${state.visit.yaml}`) ?? hands.focused;
  refresh({ whole: true });
}

// The address always names what is shown, so that it can be copied at any time.
async function remember() {
  if (site) return;
  byId('notice').textContent = '';
  const { visit } = state;
  const { source, yaml, name } = visit;
  const fragment = isEmbedded ? '#embed' : '';
  const address = source && !visit.isEdited ? index.address(source.kind, source.name) + fragment
    : `${location.pathname}#${await links.fragment(yaml, name)}${isEmbedded ? '&embed' : ''}`;
  if (visit === state.visit && yaml === visit.yaml) visit.save(address);
}

async function typedFile() {
  const yaml = byId('yaml').value;
  const answer = await look([], { yaml, isStill: player.showsEnd });
  if (!answer || byId('yaml').value !== yaml) return;
  const problem = answer.svg ? null : answer.diagnostics?.[0] ?? { message: answer.failure };
  byId('yamlProblem').hidden = !problem;
  if (!problem) return take(answer);
  const { line, column, message, suggestion } = problem;
  byId('yamlProblem').textContent = (line ? `Line ${line}, column ${column}: ` : '') + message
    + (suggestion ? ` (${suggestion})` : '');
}

// MARK: Choosing

let choosing = 0;

async function choose(kind, name, isNew = true, place = {}) {
  if (site) return location.assign(index.address(kind, name));
  const number = choosing += 1;
  const find = kind === 'operators' ? fetchOperator : fetchScene;
  const found = await find(name, () => number === choosing);
  if (number !== choosing || !found) return;
  document.body.classList.remove('browsing');
  byId('menu').ariaExpanded = false;
  if (found.failure) return report(found);
  if (isNew) history.pushState(null, '', index.address(kind, name));
  await begin(new Visit({ yaml: found.yaml, name: found.name, source: { kind, name } }), { operator: kind === 'operators' ? found : null, place });
  if (!isNew) return;
  byId('notice').textContent = '';
  byId('title').focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

// Shows a scene, and gives the run of it; `answer` is that, if it is there, and `place` where to look: `{ time, marble }`.
async function begin(visit, { operator = null, answer = null, place = {} } = {}) {
  document.body.classList.remove('broken');
  const { source, yaml } = visit;
  Object.assign(state, { visit, kept: null });
  edits.turn(visit);
  visit.save();
  byId('yaml').value = yaml;
  byId('yamlProblem').hidden = true;
  const isFront = Boolean(source && !index.here());
  byId('welcome').hidden = byId('doors').hidden = !isFront;
  hands.invites = isFront && !site && !visit.isEdited;
  index.mark(source);
  lesson.begin(source);
  predictions.begin(Boolean(place.hides));
  visit.isNew = true;
  index.guide(operator, choose, actions.commit);
  player.time = 0;
  player.isPlaying = false;
  player.times = [0];
  if (answer) await show(answer); else answer = await refresh();
  if (visit !== state.visit) return null;
  start(visit, place);
  edits.begin();
  return answer;
}

// Goes to a place of a scene, or plays it: in a frame once it can be seen.
function start(visit, { time = null, marble = null }) {
  if (time !== null) player.scrub(time);
  else if (marble !== null || prefersStill.matches) player.seek(player.end, { follows: marble !== null });
  else if (!isEmbedded) {
    player.play();
    frame.returns = true;
  }
  else {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (visit === state.visit && player.time === 0) player.play();
    }, { threshold: 0.2 }).observe(byId('stage'));
  }
  if (marble !== null) byId('hands').querySelector(`:is([data-event="${CSS.escape(marble)}"], [data-part="${CSS.escape(marble)}"])`)?.focus();
}

async function open() {
  const number = choosing += 1;
  // A scene in the path has come from the server, and need not go back there.
  links.settle(byId('brand').href);
  byId('notice').textContent = '';
  const place = index.here();
  const found = async () => place?.kind === 'operators' ? await fetchOperator(place.name) : null;
  const saved = Visit.saved();
  if (saved?.isTouched) {
    const operator = await found();
    return begin(saved, { operator: operator?.failure ? null : operator });
  }
  const where = links.read(location.hash);
  const { name, packed } = where;
  if (packed !== null && !site) {
    const operator = await found();
    // It may differ from the scene of this address.
    const visit = (yaml, at) => begin(new Visit({ yaml, name, source: place, original: null }), { operator: operator?.failure ? null : operator, place: at });
    const { text, problem } = await links.unpack(packed);
    if (number !== choosing) return;
    let answer = problem ? { diagnostics: [] } : await visit(text, where);
    if (answer?.svg || number !== choosing) return;
    // Another request, as after a change of the window, may have replaced that of the scene.
    answer ??= await persist(() => run(request([], { yaml: text, isStill: true })), () => number === choosing);
    if (!answer) return;
    if (answer.svg) return show(answer);
    const [href, other] = place ? [index.address(place.kind, place.name), place.name] : [byId('brand').href, 'the front page'];
    const trouble = await loaded(() => import('./trouble.js'), () => number === choosing);
    return trouble?.show({
      problem: problem || (answer.diagnostics?.[0] ?? sentence(answer.failure)), text, name,
      mend: async (yaml) => { await visit(yaml); remember(); },
      instead: make('a', { className: 'button', href }, `Open ${other} instead`),
    });
  }
  if (site || isFirst(place)) {
    const { kind, name, found } = first;
    const answer = isFirst(place) ? first.answer : null;
    state.columns = first.columns;
    state.hasAxis = Boolean(first.answer.layout.axis);
    const visit = new Visit({ yaml: found.yaml, name: found.name, source: { kind, name } });
    return begin(visit, { operator: kind === 'operators' ? found : null, answer, place: where });
  }
  if (place) return choose(place.kind, place.name, false, where);
  const own = (await contents).first;
  return choose(own ? 'scenes' : 'operators', own ?? 'debounce', false, where);
}

// Whether the picture of this document can be shown for an address: it is that of the scene, of the theme, and of a size that fits.
function isFirst(place) {
  if (!first || state.answer || theme() || links.read(location.hash).hides) return false;
  if (place && (place.kind !== first.kind || place.name !== first.name)) return false;
  const { clientWidth } = byId('picture');
  const fits = site ? site.fitting(clientWidth) : columns(clientWidth, Boolean(first.answer.layout.axis), first.columns, 0, isDense(first.answer));
  return fits === first.columns;
}

// MARK: The page

// The address of the page changes, and what is relative to it must not.
for (const link of document.querySelectorAll('link[href], #brand, #doors a')) link.href = String(link.href);
// The fragment of the address is the scene's.
document.querySelector('.skip').onclick = (event) => {
  event.preventDefault();
  byId('title').focus();
};

// The picture is not to wait for the list.
const contents = whenIdle().then(library);
// What is used later is there when the server is gone by then.
contents.then(whenIdle).then(() => import('./share.js')).catch(() => {});

byId('undo').onclick = () => go(true);
byId('redo').onclick = () => go(false);
byId('share').onclick = async () => {
  // A text that was just typed belongs to the scene.
  await Promise.race([edits.answered, connection.lost]);
  const { visit: { yaml, name, source, isEdited } } = state;
  const page = source && index.address(source.kind, source.name);
  // The first answer may not be there.
  if (!yaml) return;
  const { title = name, about, layout = { marbles: [], marks: [] } } = state.kept ?? {};
  const marble = layout.marbles.find(({ events }) => events.includes(hands.focused));
  const time = Math.round(player.time / 100 * player.factor) / 10;
  const mark = layout.marks.find(({ id }) => id === hands.focused);
  const selected = marble ? `, with ${marble.values[marble.events.indexOf(hands.focused)]} of ${marble.row} selected`
    : mark && `, with “${mark.row} ${SAYS[mark.kind]}” selected`;
  const share = await loaded(() => import('./share.js'));
  share.open({
    yaml, name, title, about, theme: theme(), appearance: appearance(), height: Math.round(byId('stage').offsetHeight + 24),
    address: page && (site || !isEdited) ? page : null, hides: predictions.hides,
    // The page of an operator has its guide.
    base: source?.kind === 'operators' ? page : byId('brand').href,
    look: layout.axis && { time, marble: marble || mark ? hands.focused : null, says: `at ${time.toFixed(1)} s${selected ?? ''}` },
  });
};
byId('menu').onclick = () => {
  const isOpen = document.body.classList.toggle('browsing');
  byId('menu').ariaExpanded = isOpen;
  if (isOpen) index.clear();
  // On a touch screen, a keyboard would cover the list.
  if (isOpen && !matchMedia('(pointer: coarse)').matches) byId('search').focus();
};
// The list of operators and scenes, with its search.
const search = () => byId('menu').offsetParent ? byId('menu').click() : byId('search').focus();
byId('marks').onclick = (event) => {
  event.preventDefault();
  byId('legend').open = true;
  byId('legend').scrollIntoView({ block: 'nearest' });
  byId('legend').firstElementChild.focus();
};
byId('open').onclick = () => { byId('open').href = location.href.replace(/#embed$|&embed\b/, ''); };

try { byId('theme').value = localStorage.getItem('theme') ?? ''; } catch { /* No storage in this frame. */ }
function dress() { document.documentElement.dataset.theme = theme() ?? ''; }
byId('theme').onchange = () => {
  try { localStorage.setItem('theme', byId('theme').value); } catch { /* Then it holds until the page is closed. */ }
  dress();
  refresh();
};
for (const setting of [prefersContrast, prefersDark]) setting.addEventListener('change', () => { dress(); refresh(); });
dress();

let typing = 0;
byId('yaml').oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(typedFile, 250);
};

const toggleFull = present(byId('full'), { fills: true });

byId('stage').addEventListener('pointerleave', async () => {
  if (!state.isHeld) return;
  await edits.answered;
  state.isHeld = false;
  if (fitting() !== state.columns) refresh();
});

let width = 0;
new ResizeObserver(() => {
  const now = byId('picture').clientWidth;
  const isOther = fitting() !== state.columns;
  if (width && now !== width && state.visit.yaml && isOther) refresh();
  width = now;
}).observe(byId('picture'));

// While sentences are read, the picture stays in sight if there is room for both.
byId('sentences').addEventListener('click', () => {
  const isPinned = innerHeight - byId('stage').offsetHeight > 210;
  document.body.classList.toggle('pinned', isPinned);
  if (!isPinned) byId('stage').scrollIntoView({ block: 'nearest' });
});

document.addEventListener('keydown', (event) => {
  const isTyped = event.target.closest?.('input:not(#time), textarea, select, dialog, [contenteditable]');
  // Nothing is typed yet in the text of a row that was just added.
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && (!isTyped || event.target.matches('.row:not(.typed) .box > *'))) {
    event.preventDefault();
    go(!event.shiftKey);
    return;
  }
  const isArrow = ['ArrowLeft', 'ArrowRight'].includes(event.key);
  const isPressed = (isArrow || event.key === ' ')
    && event.target.closest?.(`button${isArrow ? ':not(#transport button, #lesson button, #predictions button)' : ''}, a, summary`);
  if (isTyped || isPressed || event.ctrlKey || event.metaKey || event.altKey) return;
  // As the buttons of a presenter do.
  const through = (id) => isPresenting() && !byId('lesson').hidden && (() => byId(id).click());
  const keys = {
    ' ': () => player.toggle(), ArrowLeft: () => player.back(), ArrowRight: () => player.forward(),
    Home: () => player.step(0), End: () => player.step(player.end), '/': search,
    f: toggleFull, PageDown: through('next'), PageUp: through('before'),
  };
  if (!keys[event.key]) return predictions.press(event.key);
  event.preventDefault();
  keys[event.key]();
});
addEventListener('beforeprint', () => {
  player.seek(player.end);
  document.documentElement.classList.toggle('dark', appearance() !== 'light');
});
addEventListener('popstate', open);
addEventListener('hashchange', () => { if (!isEmbedded) open(); });

// The list may come after the picture. Opening lays the page out, which is a task in itself.
const opened = turn().then(open);
const found = await contents;
index.show(found, choose);
lesson.load(found);
index.mark(state.visit.source);
await opened;
document.documentElement.classList.add('ready');
