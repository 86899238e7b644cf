// The requests of the page. Of several runs that are asked for, only the newest matters.

export const root = new URL('..', import.meta.url);

async function get(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).message ?? response.statusText);
  return response.json();
}

export const library = () => get('v1/library');
export const scene = (name) => get(`v1/library/scenes/${encodeURIComponent(name)}`);
export const operator = (name) => get(`v1/library/operators/${encodeURIComponent(name)}`);
export const completion = (text, cursor, rows) =>
  get(`v1/completions?text=${encodeURIComponent(text)}&cursor=${cursor}&rows=${encodeURIComponent(rows.join(','))}`);

// Waits until the browser has nothing else to do, so that what is visible comes first.
export const whenIdle = () => new Promise((resolve) => {
  if (globalThis.requestIdleCallback) requestIdleCallback(resolve, { timeout: 300 }); else setTimeout(resolve, 30);
});

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

// Asks for one run. The answer has `svg`, or only `diagnostics`, or it is `{ failure }` when the server did not run it.
export async function run(request) {
  let response;
  try {
    response = await fetch(new URL('v1/runs', root), {
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

// Runs one request at a time; a newer request replaces one that waits.
export class Runner {
  #isRunning = false;
  #next = null;

  // The answer; null when a newer request has replaced this one.
  run(request) {
    this.#next?.resolve(null);
    return new Promise((resolve) => {
      this.#next = { request, resolve };
      if (!this.#isRunning) this.#work();
    });
  }

  async #work() {
    this.#isRunning = true;
    while (this.#next) {
      const { request, resolve } = this.#next;
      this.#next = null;
      let answer = await run(request);
      while (answer.wait > 0 && !this.#next) {
        await pause(answer.wait);
        if (!this.#next) answer = await run(request);
      }
      resolve(this.#next ? null : answer);
    }
    this.#isRunning = false;
  }
}
