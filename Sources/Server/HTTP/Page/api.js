export const root = new URL('..', import.meta.url);
const page = Math.random().toString(36).slice(2);

async function get(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).message ?? response.statusText);
  return response.json();
}

export const library = () => get('v1/library');
export const scene = (name) => get(`v1/library/scenes/${encodeURIComponent(name)}`);
export const operator = (name) => get(`v1/library/operators/${encodeURIComponent(name)}`);
export const completion = (text, cursor, rows) =>
  get(`v1/completions?text=${encodeURIComponent(text)}&cursor=${cursor}&rows=${encodeURIComponent(rows.join(','))}&page=${page}`);

// Waits until what is visible is shown.
export const whenIdle = () => new Promise((resolve) => {
  if (globalThis.requestIdleCallback) requestIdleCallback(resolve, { timeout: 300 }); else setTimeout(resolve, 30);
});

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

// Asks for one run. The answer has `svg`, or only `diagnostics`, or it is `{ failure }` when the server did not run it.
export async function run(request) {
  let response;
  try {
    response = await fetch(new URL(`v1/runs?page=${page}`, root), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
    });
  } catch {
    return { failure: 'The server does not answer.' };
  }
  const body = await response.json().catch(() => ({}));
  // A page has no command line.
  for (const one of body.diagnostics ?? []) one.message = one.message.replace(/see `marbled list \w+`/, 'see the list of operators');
  if (response.ok || body.diagnostics) return body;
  const wait = Number(response.headers.get('Retry-After') ?? 0);
  return { failure: body.message ?? response.statusText, wait };
}

// Runs two requests at a time, as the way to the server and back takes time; a newer one replaces one that waits. Answers
// are in order: one that is late is dropped, and so is a failure when there is a newer request.
export class Runner {
  #running = 0;
  #next = null;
  #asked = 0; // The number of the newest request,
  #given = 0; // and of the newest answer.

  // The answer; null when a newer one has replaced it.
  run(request) {
    this.#next?.resolve(null);
    return new Promise((resolve) => {
      this.#next = { request, resolve, number: this.#asked += 1 };
      if (this.#running < 2) this.#work();
    });
  }

  async #work() {
    this.#running += 1;
    while (this.#next) {
      const { request, resolve, number } = this.#next;
      this.#next = null;
      const isNewest = () => number === this.#asked;
      let answer = await run(request);
      while (answer.wait > 0 && isNewest()) {
        await pause(answer.wait);
        if (isNewest()) answer = await run(request);
      }
      const isGiven = number > this.#given && (answer.svg || isNewest());
      if (isGiven) this.#given = number;
      resolve(isGiven ? answer : null);
    }
    this.#running -= 1;
  }
}
