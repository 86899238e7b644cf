// The edits of a visit on their way to the server, one after the other. The server may be away: they are kept and tried again.

import { connection } from './connection.js';

export class Edits {
  #entries = [];
  #newest = null;
  #isWorking = false;

  // `ask(commands, isWanted)` gives the answer to an edit, `take(answer, commands)` takes it over, `refused(answer)` looks at
  // one that an earlier page has asked for, and `kept()` is called when what waits has changed.
  constructor({ ask, take, refused, kept }) { Object.assign(this, { ask, take, refused, kept, visit: null }); }

  // Turns to another visit, whose edits begin with what an earlier page has left. What waits for the former one stays in that.
  turn(visit) {
    this.visit = visit;
    const former = this.#entries.splice(0);
    for (const entry of former) entry.resolve(null);
    for (const commands of visit.queue) this.#add(commands).then(this.refused);
    this.#tell();
    if (former.length > 0) connection.works();
  }

  // Goes on with what waits, once the visit is shown.
  begin() { this.#work(); }

  get isEmpty() { return this.#entries.length === 0; }

  // Waits for the newest answer, as later edits build on it.
  get answered() { return this.isEmpty ? null : this.#newest; }

  // Makes an edit; its answer, when that has been taken over, or null when the edit was dropped.
  make(commands) {
    const answer = this.#add(commands);
    this.#tell();
    this.visit.save();
    this.#work();
    return answer;
  }

  #add(commands) { return this.#newest = new Promise((resolve) => { this.#entries.push({ commands, resolve }); }); }

  // Drops the newest edit without an answer; false when there is none.
  drop() {
    const entry = this.#entries.pop();
    if (!entry) return false;
    entry.resolve(null);
    this.#tell();
    this.visit.save();
    connection.works();
    return true;
  }

  #tell() {
    this.visit.queue = this.#entries.map(({ commands }) => commands);
    connection.keepsEdits = !this.isEmpty;
    this.kept();
  }

  async #work() {
    if (this.#isWorking) return;
    this.#isWorking = connection.isEditing = true;
    while (!this.isEmpty) {
      const [entry] = this.#entries;
      const isWanted = () => this.#entries[0] === entry;
      const answer = await this.ask(entry.commands, isWanted);
      if (!answer || !isWanted()) continue;
      this.#entries.shift();
      // Events may have other numbers now.
      for (const later of this.#entries) later.commands = later.commands.map((command) => renumbered(command, entry.commands, answer));
      this.#tell();
      await this.take(answer, entry.commands);
      entry.resolve(answer);
    }
    this.#isWorking = connection.isEditing = false;
  }
}

const EVENT = /^(move|value|delete|color|insert) ("(?:[^"\\]|\\.)*"|\S+)/;

// The word of a command after its verb, and what it names.
function named(command) {
  const [, verb, text] = EVENT.exec(command) ?? [];
  if (!verb) return {};
  try { return { verb, text, name: text.startsWith('"') ? JSON.parse(text) : text }; } catch { return {}; }
}

// A command of the scene before edits, as it is after them.
function renumbered(command, edits, answer) {
  const { verb, text, name } = named(command);
  if (!verb || verb === 'insert') return command;
  const now = follow(name, edits, answer);
  return now === null || now === name ? command : command.replace(text, () => (/\s|^"/.test(now) ? JSON.stringify(now) : now));
}

// Where an event is after edits: they are numbered by time. Null when it was deleted.
export function follow(id, edits, { moved = [] }) {
  let now = id;
  edits.forEach((command, index) => {
    const { verb, name } = named(command);
    const [row, number] = parts(now ?? '');
    if (!verb || !['move', 'delete', 'insert'].includes(verb) || row === undefined) return;
    const to = parts(moved[index] ?? '')[1];
    if (verb !== 'insert' && name === now) {
      now = verb === 'delete' ? null : moved[index] ?? now;
      return;
    }
    const [other, from] = verb === 'insert' ? [name, Infinity] : parts(name);
    if (other !== row) return;
    const rest = number - (from < number ? 1 : 0);
    now = `${row}#${rest + (to !== undefined && to <= rest ? 1 : 0)}`;
  });
  return now;
}

// The row of an id, and the number in it.
function parts(id) {
  const [, row, number] = /^([^]*)#(\d+)$/.exec(id) ?? [];
  return row === undefined ? [] : [row, Number(number)];
}
