// A visit to a scene: its text, its edits, and those that the server has not answered yet. They survive a reload and a way
// through the history of the browser.

import { site } from './api.js';

const MOST = 1_000_000; // Characters that are kept for one visit.
const FORMER = 100; // Texts that can be gone back to.

const key = (id) => `visit ${id}`;

export class Visit {
  // `queue` has the edits on their way: arrays of commands.
  constructor({ yaml, name, source = null, original = yaml, undo = [], redo = [], queue = [] }) {
    // `chosen` has the events that had the focus before and after edits.
    Object.assign(this, { yaml, name, source, original, undo, redo, queue, chosen: new Map() });
  }

  // The visit of this entry of the history; null when there is none, or it belongs to another address.
  static saved() {
    try {
      const saved = JSON.parse(sessionStorage.getItem(key(history.state?.visit)));
      return saved?.address === location.href ? new Visit(saved) : null;
    } catch { return null; }
  }

  get isEdited() { return this.yaml !== this.original; }

  // Whether it has more than its address tells.
  get isTouched() { return this.undo.length + this.redo.length + this.queue.length > 0; }

  // Takes another text, which can be taken back.
  become(yaml) {
    if (yaml === this.yaml) return false;
    this.undo = [...this.undo, this.yaml].slice(-FORMER);
    this.redo = [];
    this.yaml = yaml;
    return true;
  }

  // Goes to a former text or back again; false when there is none.
  step(isBack) {
    const [from, to] = isBack ? [this.undo, this.redo] : [this.redo, this.undo];
    if (from.length === 0) return false;
    to.push(this.yaml);
    this.yaml = from.pop();
    return true;
  }

  // Keeps it in this entry of the history, and shows its address.
  save(address = location.href) {
    if (site) return;
    const id = history.state?.visit ?? Math.random().toString(36).slice(2);
    history.replaceState({ visit: id }, '', address);
    const { yaml, name, source, original, queue } = this;
    let room = MOST;
    // The newest texts that have room.
    const fit = (texts) => {
      const index = texts.findLastIndex((text) => (room -= text.length) < 0);
      return texts.slice(index + 1);
    };
    const text = JSON.stringify({ address: location.href, yaml, name, source, original, undo: fit(this.undo), redo: fit(this.redo), queue });
    try {
      sessionStorage.setItem(key(id), text);
    } catch {
      // No storage, or none left: the other visits give theirs.
      try {
        for (const other of Object.keys(sessionStorage)) if (other.startsWith(key(''))) sessionStorage.removeItem(other);
        sessionStorage.setItem(key(id), text);
      } catch { /* Then it holds until the page is closed. */ }
    }
  }
}
