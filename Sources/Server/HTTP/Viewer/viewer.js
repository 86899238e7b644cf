// Shows what a daemon plays: the daemon draws the picture, and the page moves its time. Read-only.

import { make } from './page/dom.js';
import { fragment } from './page/links.js';
import { Frame, Picture, columns } from './page/picture.js';
import { present } from './page/present.js';
import { Story } from './page/story.js';

const LATEST = 9223372036.854775807; // The last second that there is.
const BEAT = 5; // Seconds after which the daemon gives a sign of life.
const MISSED = 3; // Signs of life in a row that may be missing.
const REDRAWN = 0.25; // Seconds between two pictures of a scene that is drawn as it goes.
const SLOWEST = 10; // Seconds between two attempts to reach the daemon.
const WIDEST = 160; // Cells of the widest picture.
const LONGEST = 200_000; // Characters of a scene in a link.

// The state after a change, as a pure function. `now` is in seconds.
export function applied(state, change, now) {
  switch (change.type) {
    case 'snapshot': {
      const { rows, events, ...fresh } = change;
      fresh.playback = moved({ anchor: 0, speedFactor: 1, isPaused: false, phase: 'title', end: change.duration ?? LATEST },
        change, now);
      return fresh;
    }
    case 'motion': return state && Object.assign(state, { playback: moved(state.playback, change, now) });
    case 'message': return state && Object.assign(state, { message: change.message });
    case 'notice': return state && Object.assign(state, { notice: change.notice });
    default: return state;
  }
}

// The motion of the playhead after a change: the fields of the daemon's PlaybackState, in wall times of this page.
function moved(playback, change, now) {
  const number = (value, otherwise) => (Number.isFinite(value) ? value : otherwise);
  return {
    anchor: clamped(number(change.time, 0), playback.end), wallAnchor: now,
    speedFactor: Math.min(Math.max(number(change.speedFactor, playback.speedFactor), 1e-6), 1e6),
    isPaused: change.paused ?? playback.isPaused, phase: change.phase ?? playback.phase, end: playback.end,
  };
}

function clamped(time, end) { return Math.min(Math.max(time, 0), end, LATEST); }

// The position of the playhead, in scene seconds.
export function playhead(state, now) {
  const { anchor, wallAnchor, speedFactor, isPaused, phase, end } = state.playback;
  if (isPaused || phase !== 'playing') return clamped(anchor, end);
  return clamped(anchor + Math.max(0, now - wallAnchor) * speedFactor, end);
}

// Whether the daemon has been silent past its limit: it hangs or is gone.
export function isSilent(heard, now) { return now - heard > MISSED * BEAT; }

export function clock(state, now, isLost = false) {
  const { phase, isPaused, speedFactor } = state.playback;
  const sign = phase === 'ended' ? '■' : isPaused || isLost || phase === 'title' ? '‖' : '▶';
  const speed = state.live ? 'live' : `×${speedFactor}`;
  const end = state.duration === null ? '' : ` of ${state.duration.toFixed(1)}`;
  return `${sign} ${speed}  ${playhead(state, now).toFixed(1)}${end} s`;
}

export function place(state) {
  if (state.position === null) return `next: ${state.next}`;
  const length = state.length ? ` · plays ${state.length}` : '';
  return `${state.position} of ${state.count}${length}` + (state.count > 1 ? ` · next: ${state.next}` : '');
}

// Wall seconds until a scene that is played once is over; null when that is not known.
export function left(state, now) {
  const { isPaused, phase, end, speedFactor } = state.playback;
  if (isPaused || phase !== 'playing' || state.duration === null || state.length) return null;
  return Math.ceil((end - playhead(state, now)) / speedFactor);
}

// A number of seconds, as people read it.
export function span(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return minutes > 0 ? `${minutes}:${String(rest).padStart(2, '0')} min` : `${rest} s`;
}

// How long to wait before the daemon is asked again, in seconds: longer each time, and for each page differently.
export function delay(attempts, random) { return Math.min(0.5 * 2 ** attempts, SLOWEST) * (0.5 + random / 2); }

// The lines for the sentences of an instant, with so many letters in each: outputs speak, and inputs where no output does.
export function lines({ rows, sentences }, letters) {
  const outputs = new Set(rows.filter(({ kind }) => kind === 'output').map(({ name }) => name));
  const counts = new Map();
  for (const { time, row, text } of sentences) {
    const count = counts.get(time) ?? { outputs: 0, all: 0 };
    // Without `At 2 seconds,`.
    const taken = Math.ceil((text.length - 14) / letters);
    count.all += taken;
    if (outputs.has(row)) count.outputs += taken;
    counts.set(time, count);
  }
  const most = Math.max(0, ...[...counts.values()].map(({ outputs, all }) => outputs || all));
  return most && Math.min(4, Math.max(2, most));
}

// ---- The page

// The wire version of this page, which stays open when the daemon is replaced by another version.
const WIRE = 1;

// What is said about a connection that is lost, with the time of day.
const REASONS = {
  lost: (time) => `Connection lost at ${time}, trying again…`,
  ended: (time) => `The daemon ended at ${time}. Waiting for another one…`,
  outdated: () => 'The daemon was updated; reload this page.',
};

function begin() {
  const $ = (id) => document.getElementById(id);
  const now = () => performance.now() / 1000;
  const picture = new Picture($('drawing'));
  const frame = new Frame($('picture'), $('sheet'), $('labels'));
  const story = new Story($('now'));
  let state = null;
  let film = null; // The picture that is shown, as the daemon sent it.
  let isStale = false; // Whether the picture is one of another scene.
  let asked = 0; // Counts pictures that were asked for: the answer to an older question is dropped.
  let due = null; // When the next picture of a scene that is drawn as it goes is asked for.
  let widths = new Map(); // For each scene, the width of a picture that fills the room, in cells.
  let held = null; // The time at which this page looks back, in scene seconds; null for that of the daemon.
  let heard = now(); // When something was heard last.
  let lost = null; // Why nothing is heard any more, and since when.
  let attempts = 0; // How often the daemon has not answered since.
  let again = null; // The timer of the next attempt.
  let source = null;
  let isCurrent = true; // Whether the daemon speaks the wire version of this page.

  const written = new Map();
  function write(id, text) {
    if (written.get(id) === text) return;
    written.set(id, text);
    // What is in backticks is code.
    const parts = text.split('`');
    $(id).replaceChildren(...(parts.length % 2 ? parts : [text]).map((part, index) => (index % 2 ? make('code', {}, part) : part)));
  }

  // What is shown stays, and is marked.
  function lose(reason, since = now()) {
    if (lost && (lost.reason === reason || reason === 'lost')) return;
    const time = new Date(Date.now() - (now() - since) * 1000).toTimeString().slice(0, 8);
    lost = { reason, why: REASONS[reason](time), since, stopped: lost?.stopped ?? now() };
    show();
  }

  function find() {
    lost = null;
    attempts = 0;
    show();
  }

  function show() {
    document.documentElement.classList.toggle('lost', lost !== null);
    $('lost').hidden = !lost;
    write('why', lost?.why ?? '');
  }

  // The room for the picture is that of the window, unless the page scrolls.
  const isWhole = matchMedia('(min-width: 900px) and (min-height: 500px)');
  const room = () => ({ width: $('picture').clientWidth, height: $('picture').clientHeight });

  // The height of a picture hardly depends on its width, so a wider one may fill the room.
  function fitting({ layout }, shown) {
    const { width, height } = room();
    if (!isWhole.matches) return columns(width, Boolean(layout.axis));
    return Math.min(WIDEST, Math.max(shown, Math.floor((width / height * layout.height - 18) / 9)));
  }

  async function redraw(isAgain = false) {
    const question = asked += 1;
    due = null;
    const { scene } = state;
    const width = widths.get(scene) ?? columns($('picture').clientWidth, !film || Boolean(film.layout.axis));
    const theme = matchMedia('(prefers-contrast: more)').matches ? '&theme=high-contrast' : '';
    let answer = null;
    try {
      const response = await fetch(`v1/picture?columns=${width}${theme}`);
      if (response.ok) answer = await response.json();
    } catch { /* The event stream tells that the daemon is gone. */ }
    if (question !== asked) return;
    const plays = answer?.layout.times.length > 0;
    // A scene that is drawn as it goes needs the next picture, and a failed request another one.
    if (!plays) due = now() + (answer ? REDRAWN : 1);
    if (!answer) return;
    // A letter is half as wide as high, and the time stands before the sentences.
    const height = parseFloat(getComputedStyle($('stage')).fontSize);
    $('stage').style.setProperty('--lines', lines(answer, $('stage').clientWidth / height * 1.9 - 22));
    // Beside a high picture there is room for sentences.
    $('stage').classList.toggle('beside', answer.sentences.length > 0 && answer.layout.height > innerHeight * 0.8);
    $('picture').style.setProperty('--height', `${answer.layout.height}px`);
    const best = fitting(answer, width);
    if (!isAgain && Math.abs(best - width) > 3) {
      widths.set(scene, best);
      return redraw(true);
    }
    film = answer;
    isStale = false;
    picture.show(answer.svg);
    frame.show(answer);
    story.load(answer);
    for (const id of ['back', 'forward']) $(id).hidden = !answer.layout.axis || !plays;
    draw.shown = null;
  }

  function draw() {
    requestAnimationFrame(draw);
    if (isSilent(heard, now())) {
      lose('lost', heard);
      follow();
    }
    write('ago', lost && lost.reason !== 'outdated' ? `${span(now() - lost.since)} ago` : '');
    if (!state) return;
    // While the connection is lost, later times are not shown.
    const time = lost ? lost.stopped : now();
    write('title', state.title);
    write('about', state.about);
    write('clock', clock(state, time, lost !== null));
    write('place', place(state));
    const rest = lost ? null : left(state, time);
    write('left', rest === null ? '' : ` · ${span(rest)} left`);
    write('notice', state.notice ?? '');
    write('message', state.message ?? '');
    write('held', held === null ? '' : `You look back at ${held.toFixed(1)} s.`);
    $('newest').hidden = held === null;
    $('message').hidden = !state.message;
    const name = `${lost ? '(connection lost) ' : ''}marbled: ${state.title}`;
    if (document.title !== name) document.title = name;
    if (due !== null && !lost && now() >= due && !document.hidden) redraw();
    if (!film || isStale) return;
    const seconds = held ?? calm(position(time));
    const milliseconds = seconds / film.speedFactor * 1000;
    if (milliseconds === draw.shown) return;
    draw.shown = milliseconds;
    picture.seek(milliseconds);
    story.show(milliseconds);
    fit();
    frame.follow(state.duration ? seconds / state.duration : 1);
  }

  // Where in its picture the scene is. An endless one has a picture of one round.
  function position(time) {
    const end = film.layout.times.at(-1);
    const seconds = playhead(state, time);
    return film.duration === null && end > 0 ? seconds % end : seconds;
  }

  // With less motion, the playhead goes from instant to instant, and rain changes once a second.
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  function calm(seconds) {
    if (!isCalm.matches) return seconds;
    const { axis, times } = film.layout;
    return times.findLast((at) => at <= (axis ? seconds : Math.floor(seconds))) ?? seconds;
  }

  // Many or long sentences get smaller.
  function fit() {
    const told = $('now').textContent;
    if (told === fit.told) return;
    fit.told = told;
    for (const share of [1, 0.85, 0.7, 0.6]) {
      $('now').style.setProperty('--share', share);
      if ($('now').scrollHeight <= $('now').clientHeight) break;
    }
  }

  // ---- Looking back, which the daemon knows nothing of

  function look(direction) {
    const times = film?.layout.times ?? [];
    if (isStale || times.length === 0) return;
    const newest = position(lost ? lost.stopped : now());
    const from = held ?? newest;
    const next = direction < 0 ? times.findLast((at) => at < from - 0.01) ?? times[0] : times.find((at) => at > from + 0.01);
    held = next === undefined || direction > 0 && next > newest ? null : next;
    // Who looks back wants to be told.
    $('now').ariaLive = held === null ? 'off' : 'polite';
  }

  function release() {
    if (document.activeElement === $('newest')) $('back').focus();
    held = null;
  }

  function leave() {
    if ($('playlist').open) $('playlist').open = false; else release();
  }

  $('back').onclick = () => look(-1);
  $('forward').onclick = () => look(1);
  $('newest').onclick = release;
  const full = present($('full'));
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    ({ f: full, ArrowLeft: () => look(-1), ArrowRight: () => look(1), Escape: leave })[event.key]?.();
  });

  // ---- The playlist, and the playground

  async function list() {
    if (!$('playlist').open) return;
    try {
      const { scenes } = await (await fetch('v1/scenes')).json();
      $('scenes').replaceChildren(...scenes.filter(({ origin, name }) => origin === 'playlist' || name === state?.scene)
        .map(({ name, title, about }) => {
          const entry = make('li', {}, make('b', {}, title), ` ${about.replaceAll('`', '')}`);
          if (name === state?.scene) entry.ariaCurrent = 'true';
          return entry;
        }));
    } catch { /* The list stays as it is. */ }
  }
  $('playlist').ontoggle = list;

  // A link with the text of the scene. The playground has no live rows.
  async function offer() {
    const { scene, yaml, live } = state;
    const base = document.body.dataset.playground;
    const isOffered = base && !live && yaml && yaml.length < LONGEST;
    if (isOffered) {
      const address = `${base}#${await fragment(yaml, scene)}`;
      if (state.yaml === yaml) $('playground').href = address;
    }
    if (state.yaml === yaml) $('playground').hidden = !isOffered;
  }

  // ---- The connection

  function follow() {
    clearTimeout(again);
    heard = now();
    source?.close();
    const current = source = new EventSource('v1/events');
    for (const type of ['snapshot', 'event', 'losses', 'command', 'loop', 'motion', 'message', 'notice', 'heartbeat', 'end']) {
      current.addEventListener(type, (event) => {
        heard = now();
        if (type === 'end') return lose('ended');
        const change = type === 'heartbeat' ? null : JSON.parse(event.data);
        if (type === 'snapshot') isCurrent = (change.wire ?? 1) === WIRE;
        if (!isCurrent) return lose('outdated');
        if (lost) find();
        if (type === 'snapshot' && change.scene !== state?.scene) [isStale, held] = [true, null];
        if (change) state = applied(state, change, heard);
        if (type !== 'snapshot') return;
        redraw();
        list();
        offer();
      });
    }
    current.onerror = () => {
      current.close();
      if (source !== current) return;
      lose('lost');
      again = setTimeout(follow, delay(attempts, Math.random()) * 1000);
      attempts += 1;
    };
  }

  // Nothing was heard while the page slept, and a network that is back is tried at once.
  const retry = () => { if (!document.hidden && (lost || isSilent(heard, now()))) follow(); };
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);

  // Another size of the window needs another picture.
  const size = () => (isWhole.matches ? [innerWidth, innerHeight].map((one) => Math.round(one / 32)) : [columns(innerWidth)]).join();
  let before = size();
  addEventListener('resize', () => {
    if (size() === before) return;
    before = size();
    widths = new Map();
    if (state) redraw();
  });
  new ResizeObserver(() => {
    $('picture').style.setProperty('--room', `${room().height}px`);
    fit.told = null;
    if (film) frame.show(film);
  }).observe($('picture'));
  follow();
  draw();
}

if (typeof document !== 'undefined') begin();
