// The page: which scene is shown, its edits, and what the parts of the page do with them.

import { library, scene as fetchScene, operator as fetchOperator, Runner } from './api.js';
import { Frame, Picture, columns } from './picture.js';
import { Player } from './player.js';
import { Hands } from './hands.js';
import { Rows } from './rows.js';
import * as index from './index.js';
import * as share from './share.js';

const byId = (id) => document.getElementById(id);
const prefersStill = matchMedia('(prefers-reduced-motion: reduce)');
const prefersContrast = matchMedia('(prefers-contrast: more)');
const isEmbedded = /(^#|&)embed\b/.test(location.hash);

const runner = new Runner();
const picture = new Picture(byId('drawing'));
const player = new Player(picture);
const frame = new Frame(byId('picture'), byId('sheet'), byId('labels'));
player.onSeek = (share) => frame.follow(share);
const state = { yaml: '', name: 'scene', source: null, original: '', undo: [], redo: [], answer: null, pending: null, hasAxis: true };

const actions = {
  pause: () => player.seek(player.time),
  // Shows the scene with commands, without keeping them.
  async preview(commands) {
    const answer = await ask(state.yaml, commands);
    if (answer) show(answer, { whole: true, isPreview: true });
  },
  // Makes edits; false when they are refused.
  commit(commands, options) {
    return state.pending = actions.make(commands, options);
  },
  async make(commands, { asks = true } = {}) {
    const answer = await ask(state.yaml, commands);
    if (!answer) return false;
    if (answer.failure || answer.diagnostics.length > 0 || !answer.svg) {
      if (asks && answer.svg) show(answer, { whole: true });
      report(answer);
      return false;
    }
    keep(answer);
    return true;
  },
  cancel: () => refresh(),
};
const hands = new Hands(byId('hands'), byId('editor'), actions);
const rows = new Rows(actions);

// MARK: Runs

function theme() {
  return byId('theme').value || (prefersContrast.matches ? 'high-contrast' : null);
}

function ask(yaml, edits = []) {
  return runner.run({
    scene: yaml, name: state.name, edits, columns: columns(byId('picture').clientWidth, state.hasAxis), recording: false,
    ...(theme() && { theme: theme() }),
  });
}

async function refresh(options) {
  const answer = await ask(state.yaml);
  if (answer) show(answer, options);
}

// Shows an answer.
function show(answer, { whole = false, isPreview = false } = {}) {
  report(answer);
  if (!answer.svg) return;
  state.answer = answer;
  const hasAxis = Boolean(answer.layout.axis);
  if (hasAxis !== state.hasAxis) {
    state.hasAxis = hasAxis;
    if (columns(byId('picture').clientWidth, true) !== columns(byId('picture').clientWidth, false)) {
      return refresh({ whole, isPreview });
    }
  }
  document.body.classList.toggle('rowless', answer.rows.length === 0);
  document.body.classList.toggle('still', answer.layout.times.length < 2);
  const drawn = picture.show(answer.svg);
  drawn.setAttribute('aria-describedby', 'sentences');
  document.documentElement.style.setProperty('--ratio', answer.layout.width / answer.layout.height);
  frame.show(answer);
  player.load(answer, { whole });
  hands.show(answer);
  rows.show(answer);
  if (!isPreview) {
    byId('title').textContent = answer.title;
    byId('about').textContent = answer.about;
    document.title = `${answer.title} · marbled`;
    if (document.activeElement !== byId('yaml')) byId('yaml').value = answer.yaml;
  }
  byId('undo').disabled = state.undo.length === 0;
  byId('redo').disabled = state.redo.length === 0;
}

// Tells what is wrong: at the field that is being typed, or above the controls.
function report(answer) {
  const problem = answer.failure ? { message: answer.failure } : answer.diagnostics[0] ?? null;
  const isAtField = rows.answer && rows.mark(answer.failure ? null : problem);
  const isShown = problem && !isAtField;
  byId('problem').hidden = !isShown;
  byId('problem').textContent = isShown ? problem.message : '';
}

// MARK: Edits

function keep(answer) {
  if (answer.yaml !== state.yaml) {
    state.undo.push(state.yaml);
    state.redo = [];
    state.yaml = answer.yaml;
    remember();
  }
  show(answer, { whole: true });
}

function go(from, to) {
  if (from.length === 0) return;
  to.push(state.yaml);
  state.yaml = from.pop();
  remember();
  refresh({ whole: true });
}

// The address always names what is shown, so that it can be copied at any time.
async function remember() {
  const fragment = isEmbedded ? '#embed' : '';
  const isOriginal = state.source && state.yaml === state.original;
  const address = isOriginal ? index.address(state.source.kind, state.source.name) + fragment
    : `${location.pathname}#${await share.packed(state.yaml, state.name)}${isEmbedded ? '&embed' : ''}`;
  history.replaceState(null, '', address);
}

async function typedFile() {
  const yaml = byId('yaml').value;
  const answer = await ask(yaml);
  if (!answer) return;
  const problem = answer.svg ? null : answer.diagnostics?.[0] ?? { message: answer.failure };
  byId('yamlProblem').hidden = !problem;
  byId('yamlProblem').textContent = problem
    ? (problem.line ? `Line ${problem.line}, column ${problem.column}: ` : '') + problem.message
      + (problem.suggestion ? ` (${problem.suggestion})` : '') : '';
  if (!problem) keep(answer);
}

// MARK: Choosing

async function choose(kind, name, isNew = true) {
  const found = kind === 'operators' ? await fetchOperator(name) : await fetchScene(name);
  if (isNew) history.pushState(null, '', index.address(kind, name));
  document.body.classList.remove('browsing');
  byId('menu').setAttribute('aria-expanded', 'false');
  await begin({ yaml: found.yaml, name: found.name, source: { kind, name }, operator: kind === 'operators' ? found : null });
  if (isNew) byId('title').focus({ preventScroll: true });
  if (isNew) scrollTo({ top: 0 });
}

async function begin({ yaml, name, source, operator, original = yaml }) {
  Object.assign(state, { yaml, name, source, original, undo: [], redo: [] });
  index.mark(source);
  index.guide(operator, choose);
  player.time = 0;
  player.isPlaying = false;
  player.times = [0];
  await refresh();
  if (prefersStill.matches) player.seek(player.end); else player.play();
}

async function open() {
  const shared = await share.unpacked(location.hash).catch((error) => {
    byId('problem').hidden = false;
    byId('problem').textContent = `This link holds no scene that can be read. ${error.message}`;
    return null;
  });
  const place = index.named(location.pathname);
  if (shared) {
    const operator = place?.kind === 'operators' ? await fetchOperator(place.name).catch(() => null) : null;
    // It may differ from the scene of this address.
    return begin({ ...shared, source: place, operator, original: null });
  }
  if (place) return choose(place.kind, place.name, false);
  return choose('scenes', (await contents).first ?? 'sample', false);
}

// MARK: The page

// The address of the page changes, and what is relative to it must not.
for (const link of document.querySelectorAll('link[href], #brand')) link.href = String(link.href);
// The fragment of the address is the scene's.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('title').focus();
});

const contents = library();
document.documentElement.classList.toggle('embedded', isEmbedded);

byId('undo').addEventListener('click', () => go(state.undo, state.redo));
byId('redo').addEventListener('click', () => go(state.redo, state.undo));
byId('share').addEventListener('click', async () => {
  // A text that was just typed belongs to the scene.
  await state.pending;
  share.open({
    yaml: state.yaml, name: state.name, theme: theme(), height: Math.round(byId('stage').offsetHeight + 24),
    address: state.source && state.yaml === state.original ? index.address(state.source.kind, state.source.name) : null,
  });
});
byId('menu').addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('browsing');
  byId('menu').setAttribute('aria-expanded', String(isOpen));
  if (isOpen) byId('search').focus();
});
byId('open').addEventListener('click', () => { byId('open').href = location.href.replace(/#embed$|&embed\b/, ''); });

try { byId('theme').value = localStorage.getItem('theme') ?? ''; } catch { /* No storage in this frame. */ }
function dress() { document.documentElement.dataset.theme = theme() ?? ''; }
byId('theme').addEventListener('change', () => {
  try { localStorage.setItem('theme', byId('theme').value); } catch { /* Then it holds until the page is closed. */ }
  dress();
  refresh();
});
prefersContrast.addEventListener('change', () => { dress(); refresh(); });
dress();

let typing = 0;
byId('yaml').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(typedFile, 250);
});

let width = 0;
new ResizeObserver(() => {
  const now = columns(byId('picture').clientWidth);
  if (width && now !== width && state.yaml) refresh();
  width = now;
}).observe(byId('picture'));

document.addEventListener('keydown', (event) => {
  const isTyped = event.target.closest?.('input, textarea, select, dialog');
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyped) {
    event.preventDefault();
    if (event.shiftKey) go(state.redo, state.undo); else go(state.undo, state.redo);
    return;
  }
  if (isTyped || event.target.closest?.('button, a, summary') || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    ' ': () => player.toggle(), ArrowLeft: () => player.back(), ArrowRight: () => player.forward(),
    Home: () => player.seek(0), End: () => player.seek(player.end), '/': () => byId('menu').offsetParent ? byId('menu').click() : byId('search').focus(),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener('popstate', open);
addEventListener('hashchange', () => { if (!isEmbedded) open(); });

// The list may come after the picture.
const opened = open();
index.show(await contents, choose);
index.mark(state.source);
await opened;
document.documentElement.classList.add('ready');
