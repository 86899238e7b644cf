// Shows what a daemon plays: the daemon draws the picture, and the page moves its time. Read-only.

const LATEST = 9223372036.854775807; // The last second that there is.
const BEAT = 5; // Seconds after which the daemon gives a sign of life.
const MISSED = 3; // Signs of life in a row that may be missing.
const REDRAWN = 0.25; // Seconds between two pictures of a scene that is drawn as it goes.

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
  return `${state.position} of ${state.count}` + (state.count > 1 ? ` · next: ${state.next}` : '');
}

// ---- The page

const UNANSWERED = 'the daemon does not answer; trying again';
const ENDED = 'the daemon has ended; waiting for another one';
const OUTDATED = 'the daemon was updated; reload this page';

// The wire version of this page, which stays open when the daemon is replaced by another version.
const WIRE = 1;

async function begin() {
  const { Picture, Frame, columns } = await import('./page/picture.js');
  const { Story } = await import('./page/story.js');
  const $ = (id) => document.getElementById(id);
  const now = () => performance.now() / 1000;
  const picture = new Picture($('drawing'));
  const frame = new Frame($('picture'), $('sheet'), $('labels'));
  const story = new Story($('now'));
  let state = null;
  let film = null; // The picture that is shown, as the daemon sent it.
  let asked = 0; // Counts pictures that were asked for: the answer to an older question is dropped.
  let due = null; // When the next picture of a scene that is drawn as it goes is asked for.
  let heard = now(); // When something was heard last.
  let lost = null; // Why nothing is heard any more, and since when.
  let source = null;
  let isCurrent = true; // Whether the daemon speaks the wire version of this page.

  const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };
  function lose(why) { lost ??= { why, since: now() }; }

  async function redraw(isAgain = false) {
    const question = asked += 1;
    due = null;
    const width = columns($('picture').clientWidth, !film || Boolean(film.layout.axis));
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
    film = answer;
    // Lists and rain fit the width of a phone.
    if (!isAgain && columns($('picture').clientWidth, Boolean(answer.layout.axis)) !== width) return redraw(true);
    picture.show(answer.svg);
    document.documentElement.style.setProperty('--chrome', plays ? '290px' : '190px');
    frame.show(answer);
    story.load(answer);
  }

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
    if (due !== null && !lost && now() >= due && !document.hidden) redraw();
    if (!film) return;
    const seconds = playhead(state, time);
    const end = film.layout.times.at(-1);
    // An endless scene has a film of one round.
    const shown = film.duration === null && end > 0 ? seconds % end : seconds;
    const milliseconds = shown / film.speedFactor * 1000;
    if (milliseconds === draw.shown) return;
    draw.shown = milliseconds;
    picture.seek(milliseconds);
    story.show(milliseconds);
    frame.follow(state.duration ? seconds / state.duration : 1);
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
        if (type === 'snapshot') {
          draw.shown = null;
          redraw();
        }
      });
    }
    current.onerror = () => {
      lose(UNANSWERED);
      // Browsers do not retry a refused request.
      if (current.readyState === EventSource.CLOSED) setTimeout(() => { if (source === current) follow(); }, 2000);
    };
  }

  let width = 0;
  new ResizeObserver(() => {
    const wide = columns($('picture').clientWidth);
    if (width && wide !== width && state) redraw();
    width = wide;
  }).observe($('picture'));
  follow();
  draw();
}

if (typeof document !== 'undefined') begin();
