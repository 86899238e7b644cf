// The sentences about a scene: all of them in a list, and those of the newest instant.

import { make, prose } from './dom.js';

const SLICE = 40; // Lines that are made at once.
const LONG = 200; // Lines of a list whose hidden lines are laid out later.

export class Story {
  // `now` shows the newest instant and `list` everything, if there is one; `seek` goes to a time in milliseconds of playing, and
  // `news` says what an edit has changed.
  constructor(now, list = null, seek = null, news = null) {
    Object.assign(this, { now, list, seek, news, lines: [], said: null });
  }

  load({ sentences, rows, speedFactor }) {
    const told = sentences && JSON.stringify([sentences, speedFactor]);
    if (told && told === this.told) return;
    this.said = undefined;
    // While a hand moves a marble, the list stays as it is.
    if (!sentences) return;
    this.told = told;
    const focused = this.lines.findIndex(({ line }) => line?.contains(document.activeElement));
    const outputs = new Set(rows.filter(({ kind }) => kind === 'output').map(({ name }) => name));
    this.lines = sentences.map(({ time, text, row }, index) => {
      const [, when, what] = /^At ([^,]*), ([^]*)$/.exec(text) ?? [null, `${time} seconds`, text];
      const isFirst = time !== sentences[index - 1]?.time;
      return { line: null, label: `${time} s`, isFirst, what, when, isOutput: outputs.has(row), time: time / speedFactor * 1000 };
    });
    this.list?.replaceChildren();
    this.list?.classList.toggle('long', this.lines.length > LONG);
    if (this.list) this.fill(this.lines);
    if (focused >= 0) this.lines.slice(0, focused + 1).findLast(({ line }) => line)?.line.firstChild.focus({ preventScroll: true });
  }

  // Makes the lines of the list, in slices: a long list must not stop a picture that plays.
  fill(lines, start = 0) {
    // Another story has been loaded meanwhile.
    if (lines !== this.lines) return;
    const slice = lines.slice(start, start + SLICE);
    for (const entry of slice) {
      entry.line = make('li', { className: entry.isFirst ? 'first' : '' },
        make('button', { onclick: () => this.seek?.(entry.time) },
          make('time', {}, entry.label), make('span', {}, ...prose(entry.what))));
      this.color(entry);
    }
    this.list.append(...slice.map(({ line }) => line));
    if (start + SLICE < lines.length) setTimeout(() => this.fill(lines, start + SLICE), 10);
  }

  color({ line, time }) {
    line?.classList.toggle('said', this.said != null && time <= this.said);
    line?.classList.toggle('now', time === this.said);
  }

  // What an edit has changed, in place of the newest instant until the time moves. While a hand moves a marble, it is only shown.
  tell(sentences, isPreview = false) {
    const told = sentences.map((text) => make('p', {}, text));
    this.news.replaceChildren(...(isPreview ? [] : told));
    if (told.length > 0) this.now.replaceChildren(...(isPreview ? told : []));
  }

  // Says what is shown: after a step, not while it plays.
  speak() { this.news.replaceChildren(make('p', { className: 'hidden' }, this.now.innerText)); }

  // What happened at the newest instant.
  show(now) {
    const newest = this.lines.findLast(({ time }) => time <= now + 0.01)?.time ?? null;
    if (newest === this.said) return;
    this.said = newest;
    this.news?.replaceChildren();
    for (const line of this.lines) this.color(line);
    const told = this.lines.filter(({ time }) => time === newest);
    // Outputs are what a scene is about; inputs speak where no output does.
    const outputs = told.filter(({ isOutput }) => isOutput);
    const lines = (outputs.length > 0 ? outputs : told).slice(0, 6);
    if (lines.length === 0) return this.now.replaceChildren();
    this.now.replaceChildren(
      make('b', {}, `At ${lines[0].when}`), ...lines.map(({ what }) => make('p', {}, ...prose(what))));
  }
}
