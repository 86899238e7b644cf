// Play, pause, step, scrub and speed.

import { byId, say } from './dom.js';
import { Story } from './story.js';

const PLAY = 'M8 5v14l11-7z';
const PAUSE = 'M6 5h4v14H6zM14 5h4v14h-4z';
const AGAIN = 'M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z';

export class Player {
  constructor(picture) {
    Object.assign(this, { picture, times: [0], factor: 1, time: 0, isPlaying: false, last: 0 });
    this.story = new Story(byId('now'), byId('sentences'), (time) => this.seek(time), byId('news'));
    byId('play').onclick = () => this.toggle();
    byId('back').onclick = () => this.back();
    byId('forward').onclick = () => this.forward();
    byId('time').oninput = () => this.seek(Number(byId('time').value));
  }

  get end() { return this.times[this.times.length - 1]; }
  get isAtEnd() { return this.time >= this.end; }
  // Whether an edit is shown at the end; otherwise it is shown at the time at which the user has stopped.
  get showsEnd() { return this.isPlaying || this.isAtEnd; }

  // Shows another picture at the same time, or at its end when the last one was there. After an edit (`whole`), one that
  // plays goes to its end, too.
  load(answer, { whole = false } = {}) {
    this.isAsking = false;
    const wasAtEnd = this.isAtEnd && (this.end > 0 || whole);
    this.factor = answer.speedFactor;
    this.isEndless = answer.duration === null;
    // As the film has them: milliseconds of playing.
    this.times = answer.layout.times.map((seconds) => seconds / this.factor * 1000);
    this.isQuiet = answer.layout.marbles.every(({ time }) => time < answer.layout.times.at(-1));
    byId('time').max = this.end;
    this.story.load(answer);
    if (this.isPlaying ? whole : wasAtEnd) {
      this.isPlaying = false;
      this.time = this.end;
    }
    this.show({ follows: this.isPlaying });
  }

  // With `follows`, a picture that scrolls shows the playhead; a hand at work keeps its place.
  show({ follows = true } = {}) {
    this.time = Math.max(0, Math.min(this.end, this.time));
    this.picture.seek(this.time);
    // A still is at the end; the picture that plays comes in a moment.
    if (this.picture.isStill && this.time < this.end && !this.isAsking) {
      this.isAsking = true;
      this.onStill?.();
    }
    if (follows) this.onSeek?.(this.end > 0 ? this.time / this.end : 0);
    byId('time').value = this.time;
    const seconds = (ms) => (ms / 1000 * this.factor).toFixed(1);
    const clock = `${seconds(this.time)} of ${seconds(this.end)} s`;
    if (byId('clock').textContent !== clock) {
      byId('clock').textContent = clock;
      byId('time').ariaValueText = clock;
    }
    const label = this.isPlaying ? 'Pause' : this.isAtEnd ? 'Play again' : 'Play';
    if (byId('play').ariaLabel !== label) {
      byId('play').ariaLabel = label;
      byId('playIcon').setAttribute('d', this.isPlaying ? PAUSE : this.isAtEnd ? AGAIN : PLAY);
    }
    // Nothing is said about lines from inputs to an earlier output.
    this.picture.host.classList.toggle('over', this.isAtEnd && this.isQuiet);
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
    if (this.isAtEnd && this.isChosen) say(() => 'The end');
    this.show();
    if (this.isPlaying) requestAnimationFrame((stamp) => this.move(stamp));
  }

  seek(time, options) {
    this.isPlaying = false;
    this.time = time;
    this.show(options);
  }

  // For an edit: a picture that plays goes to its end, and one that has been stopped stays.
  settle() {
    if (this.isPlaying) this.time = this.end;
    this.isPlaying = false;
    this.show({ follows: false });
  }

  // Goes to a time of the scene in seconds, under a hand.
  scrub(seconds) { this.seek(seconds / this.factor * 1000, { follows: false }); }

  // Those who do not see the picture are told where it stops, if they have played it.
  toggle() {
    this.isChosen = !this.isPlaying;
    if (this.isChosen) return this.play();
    this.seek(this.time);
    say(() => `Paused at ${byId('clock').textContent}`);
  }

  // Those who do not see the picture are told what happened.
  step(time) {
    this.seek(time);
    this.story.speak();
  }

  forward() { this.step(this.times.find((at) => at > this.time + 0.01) ?? this.end); }
  back() { this.step(this.times.findLast((at) => at < this.time - 0.01) ?? 0); }
}
