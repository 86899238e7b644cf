'use strict';
// Draws what the daemon plays: follows /v1/events, keeps what has happened, and can change nothing.

const WINDOW = 10; // Seconds of a live scene that are shown at once.
const KEPT = 500; // Events of a row that can be drawn.
const LONGEST = 8; // Characters on a marble.
const WIDEST = half('m'.repeat(LONGEST)); // Room for half a marble beside the ends of the time.
const LOSSES = { dropped: 'lost', malformed: 'malformed', missed: 'missed', earlier: 'earlier' };
const COLORS = {
  red: '#ff6b6b', green: '#7bd88f', blue: '#6cb6ff', purple: '#c792ea', yellow: '#ffd866', orange: '#ffab70',
  cyan: '#5ad4e6', pink: '#ff8cc6', gray: '#a0a6b0',
};

// What is known: a function of what is told. `now` is in seconds.
function told(state, change, now) {
  switch (change.type) {
    case 'snapshot': {
      const rows = change.rows.map((row) => ({ ...row, events: [], end: null }));
      const fresh = { ...change, rows, anchor: now };
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
    case 'motion': return state && Object.assign(state, change, { anchor: now });
    case 'message': return state && Object.assign(state, { message: change.message });
    case 'notice': return state && Object.assign(state, { notice: change.notice });
    default: return state;
  }
}

function happened(state, event) {
  const row = state && state.rows.find((row) => row.name === event.row);
  if (!row) return state;
  if (event.kind !== 'value') {
    row.end = { time: event.time, failed: event.kind === 'error' };
    return state;
  }
  row.events.push({ time: event.time, text: face(event.value), color: COLORS[event.color] || COLORS.gray });
  if (row.events.length > KEPT) row.events.shift();
  return state;
}

// Where the playhead is, in seconds of the scene.
function playhead(state, now) {
  if (state.paused || state.phase !== 'playing') return state.time;
  return Math.min(state.time + (now - state.anchor) * state.speedFactor, state.duration ?? Infinity);
}

// Which part of the time is shown.
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
  return Object.entries(LOSSES).filter(([key]) => row[key] > 0).map(([key, word]) => `${row[key]} ${word}`).join(' · ');
}

// What is drawn, as elements: [name, attributes, text]. A function of what is known and when.
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
    const notes = [row.expression, losses(row)].filter(Boolean).join(' · ');
    if (notes) {
      const text = shortened(notes, Math.floor((right - left) / 8.5));
      drawn.push(['text', { x: right, y: y - 32, class: 'expression', 'text-anchor': 'end' }, text]);
    }
    if (row.end && row.end.time <= time && row.end.time >= from) {
      const place = { x1: x(row.end.time), x2: x(row.end.time), y1: y - 14, y2: y + 14 };
      drawn.push(['line', { ...place, class: row.end.failed ? 'end error' : 'end' }]);
    }
    for (const event of row.events) {
      if (event.time > time || event.time < from) continue;
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

function clock(state, now) {
  const sign = state.phase === 'ended' ? '■' : state.paused || state.phase === 'title' ? '‖' : '▶';
  const speed = state.live ? 'live' : `×${state.speedFactor}`;
  const end = state.duration === null ? '' : ` of ${state.duration.toFixed(1)}`;
  return `${sign} ${speed}  ${playhead(state, now).toFixed(1)}${end} s`;
}

function place(state) {
  if (state.position === null) return `next: ${state.next}`;
  return `${state.position} of ${state.count}` + (state.count > 1 ? ` · next: ${state.next}` : '');
}

// ---- The page

function begin() {
  const $ = (id) => document.getElementById(id);
  const now = () => performance.now() / 1000;
  let state = null;
  let isLost = false;

  const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };
  function draw() {
    requestAnimationFrame(draw);
    if (isLost) write('notice', 'the daemon does not answer; trying again');
    if (!state || isLost) return;
    write('title', state.title);
    write('about', state.about);
    write('clock', clock(state, now()));
    write('place', place(state));
    write('notice', state.notice ?? '');
    write('message', state.message ?? '');
    $('message').hidden = !state.message;
    document.title = `marbled: ${state.title}`;
    const svg = $('scene');
    const elements = picture(state, now(), svg.clientWidth, svg.clientHeight).map(([name, attributes, text]) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text !== undefined) element.textContent = text;
      return element;
    });
    svg.replaceChildren(...elements);
  }

  const source = new EventSource('v1/events');
  for (const type of ['snapshot', 'event', 'losses', 'motion', 'message', 'notice']) {
    source.addEventListener(type, (event) => {
      isLost = false;
      state = told(state, JSON.parse(event.data), now());
    });
  }
  source.onerror = () => { isLost = true; };
  draw();
}

if (typeof document === 'undefined') module.exports = { told, picture, playhead, clock, place };
else begin();
