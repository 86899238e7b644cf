// Whether the server answers: the bar that says so, and the waits until it is asked again.

import { byId } from './dom.js';

const LONGEST = 30; // Seconds between two attempts.

class Connection {
  #waits = new Set(); // Attempts that wait: `{ end, resolve, told }`.
  #slow = new Set(); // Work that takes longer than a moment.
  #watchers = []; // Those who want to know when it is away.
  #kept = false;
  isEditing = false; // Whether edits are on their way, or are taken over.

  constructor() {
    addEventListener('online', () => this.works());
    byId('retry').onclick = () => this.works();
  }

  // Whether an edit waits for the server.
  set keepsEdits(keeps) {
    this.#kept = keeps;
    if (this.#waits.size > 0) this.#tell();
  }

  // Waits until the server is away; it may be now.
  get lost() {
    return new Promise((resolve) => {
      if (this.#waits.size > 0) resolve(); else this.#watchers.push(resolve);
    });
  }

  // Shows that work is under way, when it takes longer than a moment.
  async watch(work) {
    const mark = () => document.documentElement.classList.toggle('waiting', this.#slow.size > 0);
    const timer = setTimeout(() => { this.#slow.add(work); mark(); }, 300);
    try { return await work; } finally {
      clearTimeout(timer);
      this.#slow.delete(work);
      mark();
    }
  }

  // The server has answered, or may again: what waits is tried at once.
  works() {
    for (const wait of this.#waits) wait.resolve();
  }

  // Waits before another attempt: as long as the server says, or longer each time.
  async wait({ failure, wait: seconds }, tries) {
    let resolve;
    const ended = new Promise((done) => { resolve = done; });
    const time = seconds || Math.min(LONGEST, 2 ** tries / 2);
    const wait = { end: Date.now() + time * 1000, resolve, failure };
    const timer = setTimeout(resolve, time * 1000);
    this.#waits.add(wait);
    for (const watcher of this.#watchers.splice(0)) watcher();
    this.#tell();
    await ended;
    clearTimeout(timer);
    this.#waits.delete(wait);
    if (this.#waits.size === 0) this.#hideSoon();
  }

  // The bar stays during the attempt, so that it does not blink.
  #hideSoon() {
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => {
      if (this.#waits.size > 0) return;
      // The button that was pressed hides with the bar.
      if (document.activeElement === byId('retry')) byId('play').focus({ preventScroll: true });
      byId('away').hidden = true;
    }, 400);
  }

  #tell() {
    const [first] = [...this.#waits].sort((one, other) => one.end - other.end);
    if (!first) return;
    clearTimeout(this.hiding);
    const text = `${sentence(first.failure)}${this.#kept ? ' Your edit is kept.' : ''}`;
    if (byId('failure').textContent !== text) byId('failure').textContent = text;
    byId('away').hidden = false;
    const seconds = Math.max(0, Math.ceil((first.end - Date.now()) / 1000));
    byId('countdown').textContent = seconds > 0 ? `Trying again in ${seconds} s …` : 'Trying again …';
    clearTimeout(this.counting);
    this.counting = setTimeout(() => this.#tell(), 500);
  }
}

// A message of the server as a sentence.
export function sentence(text) {
  const told = text.replace(/; try again in .*$/, '');
  return told[0].toUpperCase() + told.slice(1) + (/[.!?]$/.test(told) ? '' : '.');
}

export const connection = new Connection();
