'use strict';
// Draws what the daemon plays: follows /v1/events and keeps the history. Read-only.

const WINDOW = 10; // Seconds of a live scene that are shown at once.
const KEPT = 500; // Events of a row that can be drawn.
const LONGEST = 8; // Characters on a marble.
const WIDEST = half('m'.repeat(LONGEST)); // Room for half a marble beside the ends of the time.
const LISTED = 20; // Characters of values of one instant that are listed; more of them are counted.
const LATEST = 9223372036.854775807; // The last second that there is.
const BEAT = 5; // Seconds after which the daemon gives a sign of life.
const MISSED = 3; // Signs of life in a row that may be missing.
const LOSSES = { dropped: 'lost', malformed: 'malformed', unrecorded: 'not recorded', missed: 'missed',
  failed: 'became null' };
const COLORS = {
  red: '#ff6b6b', green: '#7bd88f', blue: '#6cb6ff', purple: '#c792ea', yellow: '#ffd866', orange: '#ffab70',
  cyan: '#5ad4e6', pink: '#ff8cc6', gray: '#a0a6b0',
};

// The state after a change, as a pure function. `now` is in seconds.
function applied(state, change, now) {
  switch (change.type) {
    case 'snapshot': {
      const rows = change.rows.map((row) => ({ ...row, earlier: row.earlier ?? 0, events: [], end: null }));
      const fresh = { ...change, rows };
      fresh.playback = moved({ anchor: 0, speedFactor: 1, isPaused: false, phase: 'title', end: change.duration ?? LATEST },
        change, now);
      for (const event of change.events) happened(fresh, event);
      delete fresh.events;
      return fresh;
    }
    case 'event': return happened(state, change);
    case 'losses': {
      const row = state && state.rows.find((row) => row.name === change.row);
      for (const key of Object.keys(LOSSES)) if (row && key in change) row[key] = change[key];
      return state;
    }
    case 'command': {
      const row = state && state.rows.find((row) => row.name === change.row);
      if (row) row.command = change;
      return state;
    }
    case 'motion': return state && Object.assign(state, { playback: moved(state.playback, change, now) });
    case 'message': return state && Object.assign(state, { message: change.message });
    case 'notice': return state && Object.assign(state, { notice: change.notice });
    default: return state;
  }
}

function happened(state, event) {
  const row = state && state.rows.find((row) => row.name === event.row);
  if (!row) return state;
  if (event.kind !== 'value') {
    row.end = { time: event.time, failed: event.kind === 'error', message: event.message ?? '' };
    return state;
  }
  row.events.push({ time: event.time, text: face(event.value), color: COLORS[event.color] || COLORS.gray });
  if (row.events.length > KEPT) {
    row.events.shift();
    row.earlier += 1;
  }
  return state;
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
function playhead(state, now) {
  const { anchor, wallAnchor, speedFactor, isPaused, phase, end } = state.playback;
  if (isPaused || phase !== 'playing') return clamped(anchor, end);
  return clamped(anchor + Math.max(0, now - wallAnchor) * speedFactor, end);
}

// Whether the daemon has been silent past its limit: it hangs or is gone.
function isSilent(heard, now) { return now - heard > MISSED * BEAT; }

// The visible range of times.
function shownTimes(state, time) {
  if (state.duration === null) return [Math.max(0, time - WINDOW), Math.max(WINDOW, time)];
  return [0, Math.max(state.duration, 1)];
}

function face(value) {
  const text = typeof value === 'string' ? value
    : Array.isArray(value) ? value.map(face).join(', ') || '[]'
    : value && typeof value === 'object' ? String(value.text ?? value.title ?? value.name ?? '{…}')
    : String(value);
  return shortened(text, LONGEST);
}

function shortened(text, length) { return text.length > length ? text.slice(0, Math.max(0, length - 1)) + '…' : text; }

// Half the width of a marble.
function half(text) { return Math.max(14, 6 + 4.5 * text.length); }

function losses(row) {
  const lost = Object.entries(LOSSES).filter(([key]) => row[key] > 0)
    .map(([key, word]) => `${grouped(row[key])} ${word}`);
  return (row.earlier > 0 ? [`+${grouped(row.earlier)} earlier`] : []).concat(lost).join(' · ');
}

// What the command of a live row does; empty while it runs as it should.
function command(row) {
  const { state, reason, after, restarts } = row.command ?? {};
  const now = { starting: 'starting', restarting: `${reason}, starts again after ${after} s`, ended: reason }[state];
  const again = restarts > 0 ? `restarted ${restarts === 1 ? 'once' : `${restarts} times`}` : null;
  return [now, again].filter(Boolean).join(', ');
}

// Groups digits: 8500 is 8,500.
function grouped(number) { return String(number).replace(/\B(?=(\d{3})+$)/g, ','); }

// Events between two times. Events of one instant are one marble: their values are listed, or counted when they are too
// long.
function marbles(events, from, to) {
  const instants = [];
  for (const event of events) {
    if (event.time < from || event.time > to) continue;
    const last = instants.at(-1);
    if (last && last.time === event.time) last.texts.push(event.text);
    else instants.push({ time: event.time, color: event.color, texts: [event.text] });
  }
  return instants.map(({ time, color, texts }) => {
    const list = texts.join(' · ');
    return { time, color, text: texts.length > 1 && list.length > LISTED ? `${grouped(texts.length)} values` : list };
  });
}

// The elements to draw, as [name, attributes, text]: a pure function of the state and the time.
function picture(state, now, width, height) {
  if (state.rows.length === 0) {
    const text = 'This scene has no rows; a terminal draws it: marbled attach';
    return [['text', { x: width / 2, y: height / 2, class: 'tick face' }, text]];
  }
  const time = playhead(state, now);
  const [from, to] = shownTimes(state, time);
  const labels = 9 * Math.max(4, ...state.rows.map((row) => row.name.length));
  const left = labels + 8 + WIDEST;
  const right = width - WIDEST;
  const x = (at) => left + (at - from) / (to - from) * (right - left);
  const gap = Math.min(110, (height - 40) / state.rows.length);
  const drawn = [];
  const step = Math.max(1, Math.ceil((to - from) / 12));
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
    drawn.push(['text', { x: x(tick), y: 12, class: 'tick face' }, `${tick}`]);
  }
  state.rows.forEach((row, index) => {
    const y = 40 + gap * (index + 0.6);
    drawn.push(['text', { x: labels, y, class: `label ${row.kind}`, 'text-anchor': 'end' }, row.name]);
    drawn.push(['line', { x1: left, x2: right, y1: y, y2: y, class: 'line' }]);
    const notes = [row.expression, losses(row), command(row)].filter(Boolean).join(' · ');
    if (notes) {
      const text = shortened(notes, Math.floor((right - left) / 8.5));
      drawn.push(['text', { x: right, y: y - 32, class: 'expression', 'text-anchor': 'end' }, text]);
    }
    if (row.end && row.end.time <= time && row.end.time >= from) {
      const at = x(row.end.time);
      if (row.end.failed) {
        drawn.push(['text', { x: at, y, class: 'cross' }, '×']);
        // Beside the cross, on the side with more room.
        const isLate = at > (left + right) / 2;
        const room = (isLate ? at - left : right - at) - 10;
        const place = { x: isLate ? at - 10 : at + 10, y: y + 26, 'text-anchor': isLate ? 'end' : 'start' };
        drawn.push(['text', { ...place, class: 'error' }, shortened(row.end.message, Math.floor(room / 8.5))]);
      } else {
        drawn.push(['line', { x1: at, x2: at, y1: y - 14, y2: y + 14, class: 'end' }]);
      }
    }
    for (const event of marbles(row.events, from, time)) {
      const reach = half(event.text);
      const place = { x: x(event.time) - reach, y: y - 14, width: 2 * reach, height: 28, rx: 14 };
      const ink = row.kind === 'input' ? { fill: event.color } : { stroke: event.color };
      drawn.push(['rect', { ...place, ...ink, class: `marble ${row.kind}` }]);
      drawn.push(['text', { x: x(event.time), y, class: `face ${row.kind}` }, event.text]);
    }
  });
  drawn.push(['line', { x1: x(time), x2: x(time), y1: 24, y2: height - 8, class: 'playhead' }]);
  return drawn;
}

function clock(state, now, isLost = false) {
  const { phase, isPaused, speedFactor } = state.playback;
  const sign = phase === 'ended' ? '■' : isPaused || isLost || phase === 'title' ? '‖' : '▶';
  const speed = state.live ? 'live' : `×${speedFactor}`;
  const end = state.duration === null ? '' : ` of ${state.duration.toFixed(1)}`;
  return `${sign} ${speed}  ${playhead(state, now).toFixed(1)}${end} s`;
}

function place(state) {
  if (state.position === null) return `next: ${state.next}`;
  return `${state.position} of ${state.count}` + (state.count > 1 ? ` · next: ${state.next}` : '');
}

// ---- The page

const UNANSWERED = 'the daemon does not answer; trying again';
const ENDED = 'the daemon has ended; waiting for another one';
const OUTDATED = 'the daemon was updated; reload this page';

// The wire version of this page, which stays open when the daemon is replaced by another version.
const WIRE = 1;

function begin() {
  const $ = (id) => document.getElementById(id);
  const now = () => performance.now() / 1000;
  let state = null;
  let heard = now(); // When something was heard last.
  let lost = null; // Why nothing is heard any more, and since when.
  let source = null;
  let isCurrent = true; // Whether the daemon speaks the wire version of this page.

  const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };
  function lose(why) { lost ??= { why, since: now() }; }

  function draw() {
    requestAnimationFrame(draw);
    if (isSilent(heard, now())) {
      lose(UNANSWERED);
      follow();
    }
    write('notice', lost ? lost.why : state?.notice ?? '');
    if (!state) return;
    // While the connection is lost, later times are not shown.
    const time = lost ? lost.since : now();
    write('title', state.title);
    write('about', state.about);
    write('clock', clock(state, time, lost !== null));
    write('place', place(state));
    write('message', state.message ?? '');
    $('message').hidden = !state.message;
    document.title = `marbled: ${state.title}`;
    const svg = $('scene');
    const elements = picture(state, time, svg.clientWidth, svg.clientHeight).map(([name, attributes, text]) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text !== undefined) element.textContent = text;
      return element;
    });
    svg.replaceChildren(...elements);
  }

  function follow() {
    heard = now();
    source?.close();
    const current = source = new EventSource('v1/events');
    for (const type of ['snapshot', 'event', 'losses', 'command', 'motion', 'message', 'notice', 'heartbeat', 'end']) {
      current.addEventListener(type, (event) => {
        heard = now();
        if (type === 'end') return lose(ENDED);
        const change = type === 'heartbeat' ? null : JSON.parse(event.data);
        if (type === 'snapshot') isCurrent = (change.wire ?? 1) === WIRE;
        if (!isCurrent) {
          if (lost?.why !== OUTDATED) lost = { why: OUTDATED, since: now() };
          return;
        }
        lost = null;
        if (change) state = applied(state, change, heard);
      });
    }
    current.onerror = () => {
      lose(UNANSWERED);
      // Browsers do not retry a refused request.
      if (current.readyState === EventSource.CLOSED) setTimeout(() => { if (source === current) follow(); }, 2000);
    };
  }

  follow();
  draw();
}

if (typeof document === 'undefined') module.exports = { applied, picture, playhead, clock, place, isSilent, marbles };
else begin();
