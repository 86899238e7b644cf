import { connection } from './connection.js';

// The script is in `page/`, or below it in a folder with the name of its version.
const { src } = document.querySelector('script[src$="page.js"]');
const [folder, version] = /page\/(?:([^/]+)\/)?[^/]+$/.exec(src);
export const root = new URL(src.slice(0, -folder.length));
// A page of `marbled site` has no server: it finds its answers in files. Null on a server.
export const site = globalThis.marbledSite ?? null;
const page = Math.random().toString(36).slice(2);

// Modules that are not needed at once are in a script beside this one. Where modules are not joined, `import()` itself loads them.
let later;
globalThis.marbledLater = async (name) => {
  later ??= new Promise((resolve, fail) => {
    const script = document.createElement('script');
    script.src = src.replace(/page\.js$/, 'later.js');
    script.onload = () => resolve(globalThis.marbledRest(...globalThis.marbledMain()));
    script.onerror = () => fail(later = null);
    document.head.append(script);
  });
  return (await later)[name];
};

// Statuses of a server that may answer another time.
const PASSING = [408, 429, 502, 503, 504];

// One answer: an object of the server, or `{ failure }`. With `isPassing`, another attempt may succeed, after `wait` seconds
// if the server says so.
async function ask(path, options) {
  let response;
  try {
    response = await fetch(new URL(path, root), options);
  } catch {
    return { failure: 'The server does not answer.', isPassing: true };
  }
  if (version && ![version, null].includes(response.headers.get('Marbled-Page'))) renew(response.headers.get('Marbled-Page'));
  const body = await response.json().catch(() => null);
  if (body && (response.ok || body.diagnostics)) return body;
  const isPassing = PASSING.includes(response.status) || response.ok;
  return { failure: body?.message ?? (response.statusText || 'The answer was cut off.'), isPassing, wait: Number(response.headers.get('Retry-After') ?? 0) };
}

let [isHeld, isOld] = [false, false];
for (const kind of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(kind, () => { isHeld = kind === 'pointerdown'; }, true);

// After an upgrade of the server, the page loads itself again, once for each version, when nothing is held or typed. Its
// edits are kept: see `visit.js`.
function renew(newest) {
  if (isOld) return;
  isOld = true;
  try {
    if (sessionStorage.getItem('renewed') === newest) return;
    sessionStorage.setItem('renewed', newest);
  } catch { return; }
  const look = () => {
    const isBusy = isHeld || connection.isEditing || document.activeElement?.matches('input:not([type=range]), textarea');
    if (isBusy) return setTimeout(look, 500);
    // Nothing can be edited meanwhile.
    document.body.inert = true;
    location.reload();
  };
  setTimeout(look, 500);
}

// Asks until there is an answer; null when it is not wanted any more.
export async function persist(ask, isWanted = () => true) {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask();
    if (!answer.isPassing) {
      connection.works();
      return answer;
    }
    if (!isWanted()) return null;
    await connection.wait(answer, tries);
    if (!isWanted()) return null;
  }
}

// A module that is not needed at once: `load()` imports it.
export const loaded = (load, isWanted) =>
  connection.watch(persist(() => load().catch(() => ({ failure: 'The server does not answer.', isPassing: true })), isWanted));

const get = (path, isWanted) => connection.watch(persist(() => ask(path), isWanted));

export const library = () => (site ? site.library : get('v1/library'));
export const scene = (name, isWanted) => get(`v1/library/scenes/${encodeURIComponent(name)}`, isWanted);
export const operator = (name, isWanted) => get(`v1/library/operators/${encodeURIComponent(name)}`, isWanted);
export const completion = (text, cursor, rows) =>
  ask(`v1/completions?text=${encodeURIComponent(text)}&cursor=${cursor}&rows=${encodeURIComponent(rows.join(','))}&page=${page}`);

// Waits until what is visible is shown.
export const whenIdle = () => new Promise((resolve) => {
  if (globalThis.requestIdleCallback) requestIdleCallback(resolve, { timeout: 300 }); else setTimeout(resolve, 30);
});

// Asks for one run. The answer has `svg`, or only `diagnostics`, or it is `{ failure }` when the server did not run it.
export async function run(request) {
  if (site) return site.answer(request);
  const answer = await ask(`v1/runs?page=${page}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
  });
  // A page has no command line.
  for (const one of answer.diagnostics ?? []) one.message = one.message.replace(/see `marbled list \w+`/, 'see the list of operators');
  return answer;
}

// Runs scenes. What is looked at while a hand moves has two requests at a time, as the way to the server and back takes
// time; a newer one replaces one that waits. Answers are in order: one that is late is dropped.
export class Runner {
  #running = 0;
  #next = null;
  #asked = 0; // The number of the newest request,
  #given = 0; // and of the newest answer.

  // The answer; null when a newer one has replaced it.
  look(request) {
    this.#next?.resolve(null);
    return new Promise((resolve) => {
      this.#next = { request, resolve, number: this.#asked += 1 };
      if (this.#running < 2) this.#work();
    });
  }

  // The answer to a request that no other replaces; null when it is not wanted any more.
  async keep(request, isWanted) {
    // Neither is what was looked at before.
    this.#next?.resolve(null);
    this.#next = null;
    const number = this.#asked += 1;
    const answer = await connection.watch(persist(() => run(request), isWanted));
    if (answer) this.#given = Math.max(this.#given, number);
    return answer;
  }

  // What was looked at is not to be seen any more.
  drop() {
    this.#next?.resolve(null);
    this.#next = null;
    this.#given = this.#asked += 1;
  }

  async #work() {
    this.#running += 1;
    while (this.#next) {
      const { request, resolve, number } = this.#next;
      this.#next = null;
      const isNewest = () => number === this.#asked;
      const answer = await persist(() => run(request), isNewest);
      const isGiven = answer && number > this.#given && (answer.svg || isNewest());
      if (isGiven) this.#given = number;
      resolve(isGiven ? answer : null);
    }
    this.#running -= 1;
  }
}
