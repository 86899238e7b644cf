// The value and the time of a marble, in a small window at its place.

import { make, prose } from './dom.js';
import { word } from './hands.js';

export class Editor {
  // `hands` has the marbles, and takes commands.
  constructor(window, hands) {
    Object.assign(this, { window, hands, changes: null });
    document.addEventListener('pointerdown', ({ target }) => { if (!window.contains(target)) this.finish(); });
  }

  // A finger can't point at a marble to read its card, so the window says what became of it. It takes no focus then, as a
  // keyboard would cover it.
  open(id, isFinger = false) {
    const { window, hands } = this;
    const marble = hands.marble(id);
    if (!marble) return;
    hands.actions.pause();
    if (marble.end && !marble.isGuess) return hands.actions.openEnd(marble.row);
    const field = !marble.end && make('input', {
      value: marble.values[0], ariaLabel: `Value of the marble at ${marble.time} s on ${marble.row}`, autocomplete: 'off', spellcheck: false });
    const remove = make('button', {}, 'Remove');
    const time = make('input', {
      type: 'number', min: 0, step: 'any', value: marble.time, ariaLabel: `Time of ${marble.end ? 'the end' : marble.values[0]} on ${marble.row}, in seconds` });
    const ends = marble.isGuess && field ? ['End', 'End after it'].map((text, index) => make('button', { onclick: () => this.end(index > 0) }, text)) : [];
    window.replaceChildren(...field ? [`${marble.row} at`, time, 's, value', field] : [`${marble.row} ends at`, time, 's'], ...ends, remove,
      ...isFinger ? hands.actions.told(id).map((text) => make('p', {}, ...prose(text))) : []);
    // What has changed, as commands.
    this.changes = () => {
      const seconds = Number(time.value);
      return [
        ...(field && field.value.trim() && field.value !== marble.values[0] ? [`value ${word(id)} ${field.value}`] : []),
        ...(time.value !== '' && seconds >= 0 && seconds !== marble.time ? [hands.moved(marble, seconds)] : [])];
    };
    const [box, stage] = [hands.svg.getBoundingClientRect(), window.parentElement.getBoundingClientRect()];
    const scale = box.width / hands.answer.layout.width;
    window.hidden = false;
    const left = box.left - stage.left + (marble.x + marble.width / 2) * scale - window.offsetWidth / 2;
    window.style.left = `${Math.max(4, Math.min(stage.width - window.offsetWidth - 4, left))}px`;
    window.style.top = `${box.top - stage.top + (marble.y + marble.height) * scale + 8}px`;
    if (!isFinger) {
      (field || time).focus();
      (field || time).select();
    }
    window.oninput = () => hands.actions.preview(this.changes());
    window.onkeydown = (event) => {
      if (event.key === 'Enter' && !event.target.matches('button')) {
        event.preventDefault();
        this.finish();
        hands.choose(id);
      } else if (event.key === 'Escape') {
        this.close();
        hands.choose(id);
      }
      event.stopPropagation();
    };
    remove.onclick = () => {
      window.hidden = true;
      hands.choose(id);
      hands.remove(id);
    };
    // A value becomes the end, or stays before it.
    this.end = async (isAfter) => {
      window.hidden = true;
      await hands.actions.commit([...isAfter ? this.changes() : [`delete ${word(id)}`], `finish ${word(marble.row)} ${Number(time.value) || marble.time}s`]);
      hands.choose(`|${marble.row}`);
    };
    window.onfocusout = ({ relatedTarget }) => { if (!window.contains(relatedTarget)) this.finish(); };
  }

  // Keeps what was changed.
  finish() {
    if (this.window.hidden) return;
    this.window.hidden = true;
    const made = this.changes();
    if (made.length > 0) this.hands.actions.commit(made);
  }

  // Drops it.
  close() {
    if (this.window.hidden) return;
    this.window.hidden = true;
    this.hands.actions.cancel();
  }
}
