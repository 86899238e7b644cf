// Play, pause, step, scrub and speed.

import { Story } from './story.js';

const byId = (id) => document.getElementById(id);
const PLAY = 'M8 5v14l11-7z';
const PAUSE = 'M6 5h4v14H6zM14 5h4v14h-4z';
const AGAIN = 'M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z';

export class Player {
  constructor(picture) {
    this.picture = picture;
    this.times = [0];
    this.factor = 1;
    this.time = 0;
    this.isPlaying = false;
    this.last = 0;
    this.story = new Story(byId('now'), byId('sentences'), (time) => this.seek(time));
    byId('play').addEventListener('click', () => this.toggle());
    byId('back').addEventListener('click', () => this.back());
    byId('forward').addEventListener('click', () => this.forward());
    byId('time').addEventListener('input', () => this.seek(Number(byId('time').value)));
  }

  get end() { return this.times[this.times.length - 1]; }
  get isAtEnd() { return this.time >= this.end; }

  // Shows another picture at the same time; `whole` goes to its end.
  load(answer, { whole = false } = {}) {
    const wasAtEnd = this.isAtEnd && this.end > 0;
    this.factor = answer.speedFactor;
    this.isEndless = answer.duration === null;
    // As the film has them: milliseconds of playing.
    this.times = answer.layout.times.map((seconds) => seconds / this.factor * 1000);
    byId('time').max = this.end;
    this.story.load(answer);
    if (whole || (wasAtEnd && !this.isPlaying)) this.seek(this.end); else this.show();
  }

  show() {
    this.time = Math.max(0, Math.min(this.end, this.time));
    this.picture.seek(this.time);
    this.onSeek?.(this.end > 0 ? this.time / this.end : 0);
    byId('time').value = this.time;
    const seconds = (ms) => (ms / 1000 * this.factor).toFixed(1);
    byId('clock').value = `${seconds(this.time)} of ${seconds(this.end)} s`;
    byId('time').setAttribute('aria-valuetext', byId('clock').value);
    const label = this.isPlaying ? 'Pause' : this.isAtEnd ? 'Play again' : 'Play';
    if (byId('play').getAttribute('aria-label') !== label) {
      byId('play').setAttribute('aria-label', label);
      byId('playIcon').setAttribute('d', this.isPlaying ? PAUSE : this.isAtEnd ? AGAIN : PLAY);
    }
    this.story.show(this.time);
  }

  play() {
    if (this.isAtEnd) this.time = 0;
    this.isPlaying = true;
    this.last = performance.now();
    requestAnimationFrame((stamp) => this.move(stamp));
    this.show();
  }

  move(stamp) {
    if (!this.isPlaying) return;
    this.time += Math.max(0, stamp - this.last) * Number(byId('speed').value);
    this.last = stamp;
    if (this.isAtEnd && this.isEndless) this.time = 0;
    if (this.isAtEnd) this.isPlaying = false;
    this.show();
    if (this.isPlaying) requestAnimationFrame((stamp) => this.move(stamp));
  }

  seek(time) {
    this.isPlaying = false;
    this.time = time;
    this.show();
  }

  toggle() { if (this.isPlaying) this.seek(this.time); else this.play(); }
  forward() { this.seek(this.times.find((at) => at > this.time + 0.01) ?? this.end); }
  back() { this.seek(this.times.findLast((at) => at < this.time - 0.01) ?? 0); }
}
