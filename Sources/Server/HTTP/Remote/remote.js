// Steers what a screen shows, after its code was entered. The session is a cookie that scripts can't read.

const BEAT = 1000; // Milliseconds between two looks at what plays.

const $ = (id) => document.getElementById(id);
const write = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };
const speeds = document.body.dataset.speeds.split(' ').map(Number);
let state = null; // What plays; null without a session.
let timer = null;
let sent = 0; // Counts changes: an answer to an older question is dropped.

// What a request is answered: its status code, and its object. The code is 0 while nobody answers.
async function ask(method, path, body) {
  const options = { method, headers: {}, cache: 'no-store' };
  if (body) [options.headers['Content-Type'], options.body] = ['application/json', JSON.stringify(body)];
  try {
    const response = await fetch(path, options);
    return { code: response.status, value: await response.json().catch(() => ({})) };
  } catch {
    return { code: 0, value: { message: 'the screen does not answer; trying again' } };
  }
}

function showEntry(why) {
  if (state) $('code').value = '';
  state = null;
  clearTimeout(timer);
  [$('entry').hidden, $('remote').hidden] = [false, true];
  write('why', why);
}

function show(now) {
  const isFirst = !state;
  state = now;
  [$('entry').hidden, $('remote').hidden] = [true, false];
  const word = now.phase === 'title' ? 'title' : now.phase === 'ended' ? 'ended' : now.paused ? 'paused' : now.live ? 'live' : 'playing';
  write('title', now.title || now.scene || 'Nothing plays');
  write('state', word + (now.position ? ` · ${now.position} of ${now.count}` : '') + (now.next ? ` · next: ${now.next}` : ''));
  write('pause', now.paused ? '▶' : '❚❚');
  $('pause').setAttribute('aria-label', now.paused ? 'Play' : 'Pause');
  write('factor', `×${now.speedFactor}`);
  $('factor').setAttribute('aria-label', `Speed ${now.speedFactor}; back to that of the scene`);
  $('slower').disabled = now.live || now.speedFactor <= speeds[0];
  $('faster').disabled = now.live || now.speedFactor >= speeds.at(-1);
  $('factor').disabled = now.live;
  $('clear').disabled = !now.message;
  $('message').placeholder = now.message ?? '';
  for (const button of $('scenes').querySelectorAll('button')) {
    mark(button, now);
  }
  if (isFirst) list();
}

function mark(button, now) {
  if (button.value === now?.scene) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
}

async function list() {
  const { code, value } = await ask('GET', 'v1/scenes');
  if (code !== 200) return;
  $('scenes').replaceChildren(...value.scenes.map((scene) => {
    const [item, button] = [document.createElement('li'), document.createElement('button')];
    [button.type, button.value, button.textContent] = ['button', scene.name, scene.title || scene.name];
    mark(button, state);
    button.addEventListener('click', () => steer({ scene: scene.name }));
    item.append(button);
    return item;
  }));
}

// Takes an answer with what plays.
function take({ code, value }) {
  if (code === 200 || code === 201) {
    write('notice', '');
    show(value);
  } else if (code === 401) {
    write('notice', '');
    showEntry(state ? 'Remote control has ended. Enter the new code that the screen shows.' : 'Enter the code that the screen shows.');
  } else {
    write('notice', value.message ?? `the screen answers ${code}`);
  }
}

async function look() {
  clearTimeout(timer);
  const question = sent;
  const answer = document.hidden ? null : await ask('GET', 'v1/status');
  if (answer && question === sent) take(answer);
  clearTimeout(timer);
  if (state || answer?.code !== 401) timer = setTimeout(look, BEAT);
}

async function steer(request) {
  sent += 1;
  const change = sent;
  const answer = await ask('POST', 'v1/control', request);
  if (change === sent) take(answer);
}

$('code-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  sent += 1;
  const answer = await ask('POST', 'v1/session', { code: $('code').value });
  take(answer);
  if (state) look();
  else $('code').select();
});
$('ask').addEventListener('click', async () => {
  const { code, value } = await ask('POST', 'v1/code', {});
  write('notice', code === 202 ? '' : value.message ?? `the screen answers ${code}`);
  if (code === 202) write('why', 'The screen shows a code for two minutes. Enter it here.');
  $('code').focus();
});
$('previous').addEventListener('click', () => steer({ scene: 'previous' }));
$('next').addEventListener('click', () => steer({ scene: 'next' }));
$('pause').addEventListener('click', () => steer({ paused: !state.paused }));
$('slower').addEventListener('click', () => steer({ speedFactor: speeds.findLast((speed) => speed < state.speedFactor) }));
$('faster').addEventListener('click', () => steer({ speedFactor: speeds.find((speed) => speed > state.speedFactor) }));
$('factor').addEventListener('click', () => steer({ speedFactor: 'scene' }));
$('clear').addEventListener('click', () => steer({ message: null }));
$('banner').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!$('message').value) return;
  steer({ message: $('message').value });
  $('message').value = '';
  $('message').blur();
});
$('leave').addEventListener('click', async () => {
  sent += 1;
  await ask('DELETE', 'v1/session');
  showEntry('Remote control has ended. Enter a new code to go on.');
});
document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
look();
