// The sentences about a scene: all of them in a list, and those of the newest instant.

export class Story {
  // `now` shows the newest instant and `list` everything, if there is one; `seek` goes to a time in milliseconds of playing.
  constructor(now, list = null, seek = null) {
    Object.assign(this, { now, list, seek, lines: [], said: null });
  }

  load({ sentences, rows, speedFactor }) {
    const outputs = new Set(rows.filter(({ kind }) => kind === 'output').map(({ name }) => name));
    let last = null;
    this.lines = sentences.map(({ time, text, row }) => {
      const [, when, what] = /^At ([^,]*), ([^]*)$/.exec(text) ?? [null, `${time} seconds`, text];
      const line = document.createElement('li');
      const button = Object.assign(document.createElement('button'), { type: 'button' });
      const mark = document.createElement('time');
      mark.textContent = time === last ? '' : `${time} s`;
      line.classList.toggle('first', time !== last);
      last = time;
      const says = document.createElement('span');
      says.textContent = what;
      const at = time / speedFactor * 1000;
      button.addEventListener('click', () => this.seek?.(at));
      button.append(mark, says);
      line.append(button);
      return { line, what, when, isOutput: outputs.has(row), time: at };
    });
    this.list?.replaceChildren(...this.lines.map(({ line }) => line));
    this.said = undefined;
  }

  // What happened at the newest instant.
  show(now) {
    const newest = this.lines.findLast(({ time }) => time <= now + 0.01)?.time ?? null;
    if (newest === this.said) return;
    this.said = newest;
    for (const { line, time } of this.lines) {
      line.classList.toggle('said', newest !== null && time <= newest);
      line.classList.toggle('now', time === newest);
    }
    const told = this.lines.filter(({ time }) => time === newest);
    // Outputs are what a scene is about; inputs speak where no output does.
    const outputs = told.filter(({ isOutput }) => isOutput);
    const lines = (outputs.length > 0 ? outputs : told).slice(0, 6);
    if (lines.length === 0) return this.now.replaceChildren();
    const when = document.createElement('b');
    when.textContent = `At ${lines[0].when}`;
    this.now.replaceChildren(when, ...lines.map(({ what }) => {
      const line = document.createElement('p');
      line.textContent = what;
      return line;
    }));
  }
}
