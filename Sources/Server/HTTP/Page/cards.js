// What became of a value and where it comes from: a card beside each marble, mark and end of the picture, with its lines.

import { run, site, whenIdle } from './api.js';
import { byId, make, prose, say } from './dom.js';
import { element } from './hands.js';

const SETTLED = 400; // Milliseconds after an edit until its cards are asked for.
const MOST_KNOWN = 20; // Scenes whose cards are kept.
export const SAYS = {
  drop: 'drops a value', again: 'starts again', timeout: 'reaches its time limit', signal: 'gets a signal', finish: 'finishes', fail: 'fails', cancel: 'is canceled',
};

// The marbles and marks of a picture that no hand can move: those of outputs and stages.
export function parts({ layout, rows }) {
  const inputs = new Set(rows.filter(({ kind }) => kind === 'input' && !site).map(({ name }) => name));
  return [
    ...layout.marbles.filter(({ row, isGuess }) => !inputs.has(row) && !isGuess).map((marble) =>
      ({ ...marble, says: `${marble.row}: ${(marble.texts ?? marble.values).join(', ')} at ${marble.time} s` })),
    ...layout.marks.filter(({ row }) => !inputs.has(row)).map((mark) =>
      ({ ...mark, events: [mark.id], says: `${mark.row} ${SAYS[mark.kind]} at ${mark.time} s` }))];
}

export class Cards {
  #known = new Map(); // By the scene and the width of its picture: by id, the cards.

  // `svg` has the hits of all parts, `stage` gets the card, `request()` is what is shown as a request, and `fade(ids)` pales all
  // parts of the picture but some.
  constructor(svg, stage, { request, fade }) {
    Object.assign(this, { svg, stage, request, fade, cards: new Map(), hit: null, isHeld: false, answer: null });
    this.card = make('div', { id: 'card', role: 'tooltip', hidden: true });
    stage.append(this.card);
    this.lines = element('g', { class: 'threads' });
    svg.addEventListener('pointerover', ({ target }) => target.matches(HITS) && this.turn(() => this.open(target), 120));
    svg.addEventListener('pointerout', ({ target }) => target.matches(HITS) && this.leave());
    svg.addEventListener('focusin', ({ target }) => target.matches(`${HITS}:focus-visible`) && this.open(target));
    svg.addEventListener('focusout', () => this.leave());
    svg.addEventListener('click', ({ target }) => target.matches('.part') && this.open(target));
    this.card.onpointerenter = () => clearTimeout(this.turning);
    this.card.onpointerleave = () => this.leave();
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      if (!this.card.hidden) event.preventDefault();
      this.close();
    }, true);
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.card.contains(target) && !target.matches?.(HITS)) this.close();
    });
  }

  // Takes over an answer, before its hits are there. The cards of a preview are those that it has.
  show(answer, isPreview = false) {
    // What the doctor found in another scene.
    if (answer.name !== this.answer?.name) byId('findings')?.remove();
    Object.assign(this, { answer, isPreview, cards: new Map() });
    clearTimeout(this.asking);
    if (isPreview) return this.isHeld && this.render();
    this.isHeld = false;
    // They would tell what is to be predicted.
    if (answer.hides) return;
    const known = this.#known.get(this.shown);
    if (known) this.find(this.cards = known); else this.asking = setTimeout(() => whenIdle().then(() => this.ask()), SETTLED);
  }

  // Goes on with new hits.
  placed() {
    this.svg.prepend(this.lines);
    this.describe();
    if (this.card.hidden) return;
    // The focus follows an event whose id changes.
    const { activeElement } = document;
    const hit = activeElement.matches(`#hands ${HITS}`) ? activeElement
      : [...this.svg.querySelectorAll(HITS)].find((one) => idOf(one) === idOf(this.hit));
    if (hit) this.open(hit); else this.close();
  }

  // Follows a marble that is moved.
  follow(hit) {
    const isRendered = this.isHeld && this.rendered === this.answer;
    this.isHeld = true;
    clearTimeout(this.turning);
    this.hit = hit;
    // What it tells changes with the answer alone.
    if (!isRendered) this.render();
  }

  // What is shown, as a key of what is known about it.
  get shown() {
    const { scene, columns, revealed = '' } = this.request();
    return `${columns} ${revealed} ${scene}`;
  }

  async ask() {
    const { answer, shown } = this;
    if (this.isPreview || this.asked === shown || !answer?.layout.axis || answer.hides) return;
    this.asked = shown;
    const { cards, findings = [] } = await run({ ...this.request(), picture: false, still: true, yaml: false, sentences: false, cards: true, findings: true });
    this.asked = null;
    if (!cards) return;
    const known = new Map(cards.map((card) => [card.id, card]));
    known.findings = findings;
    this.#known.set(shown, known);
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.keys().next().value);
    // The same scene may have been drawn again.
    if (!this.isPreview && this.shown === shown && !this.answer.hides) this.take(known);
  }

  // Shows what the doctor has found.
  async find(cards) {
    if (!cards.findings[0] && !byId('findings')) return;
    const { tell } = await import('./findings.js').catch(() => ({}));
    if (cards === this.cards && !this.answer.hides) tell?.(cards.findings);
  }

  take(cards) {
    this.cards = cards;
    this.find(cards);
    this.describe();
    if (this.hit && !this.card.hidden) this.render();
  }

  // Tells a screen reader what became of each part.
  describe() {
    const { layout, rows, sentences } = this.answer;
    const events = new Map(layout.marbles.map((marble) => [marble.events[0], marble.events]));
    // Until the cards are there, outputs have the sentences of their instants.
    const outputs = new Set(rows.filter(({ kind }) => kind === 'output').map(({ name }) => name));
    const said = new Map([...layout.marbles, ...layout.marks].filter(({ row }) => outputs.has(row)).map(({ row, time, events, id = events[0] }) =>
      [id, (sentences ?? []).filter((one) => one.row === row && one.time === time).map(({ text }) => text)]));
    for (const hit of this.svg.querySelectorAll(HITS)) {
      const told = this.cards.size === 0 ? said.get(idOf(hit)) : (events.get(idOf(hit)) ?? [idOf(hit)]).flatMap((id) => this.sentences(id));
      if (told) hit.setAttribute('aria-description', told.join(' ').replaceAll('`', ''));
    }
  }

  // What became of an event.
  sentences(id) { return [this.cards.get(id)].filter(Boolean).flatMap(({ lost, title, sentences }) => [...(lost ? [`${title}.`] : []), ...sentences]); }

  // The cards of the events of a hit.
  told(hit, events = this.answer.layout.marbles.find(({ events }) => events[0] === idOf(hit))?.events) {
    if (this.isHeld) return this.answer.cards ?? [];
    return (events ?? [idOf(hit)]).map((id) => this.cards.get(id)).filter(Boolean);
  }

  // MARK: Open and closed

  turn(act, wait) {
    clearTimeout(this.turning);
    if (!this.isHeld) this.turning = setTimeout(act, wait);
  }

  // A pointer may go from the part to its card.
  leave() { this.turn(() => this.close(), 500); }

  open(hit) {
    // Nothing is known about what a visitor predicts.
    if (this.isHeld || !byId('editor').hidden || idOf(hit).startsWith('?')) return;
    clearTimeout(this.turning);
    this.hit = hit;
    this.ask();
    this.render();
  }

  close() {
    clearTimeout(this.turning);
    this.isHeld = false;
    if (this.card.hidden) return;
    this.card.hidden = true;
    this.lines.replaceChildren();
    this.fade(null);
  }

  render() {
    this.rendered = this.answer;
    const told = this.told(this.hit);
    // The card of what is moved would cover what the hand looks for.
    this.card.hidden = this.isHeld;
    if (this.isHeld) return this.draw(told.flatMap(({ lines }) => lines));
    const texts = told.length > 0 ? told : [{ title: this.hit.ariaLabel, sentences: [] }];
    this.card.replaceChildren(...texts.slice(0, 4).flatMap(({ title, sentences }) =>
      [make('b', {}, ...prose(title)), ...sentences.map((text) => make('p', {}, ...prose(text)))]));
    this.card.classList.toggle('lost', texts.every(({ lost }) => lost));
    this.draw(told.flatMap(({ lines }) => lines));
    this.place();
  }

  // Beside the part and its lines where there is room, on the screen, and where it covers the fewest others.
  place() {
    const { card, stage, hit } = this;
    const [part, frame] = [hit.getBoundingClientRect(), stage.getBoundingClientRect()];
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
    const [first, last] = [Math.max(frame.left, 0) + 4, Math.min(frame.right, innerWidth) - 4 - width];
    const drawn = [...this.lines.children].map((line) => line.getBoundingClientRect());
    const right = Math.max(part.right, ...drawn.map((box) => box.right));
    const left = Math.min(part.left, ...drawn.map((box) => box.left));
    const below = part.bottom + 10 + height < innerHeight - 8;
    const top = below ? part.bottom + 10 : clamp(part.top - 10 - height, 60, innerHeight - height - 8);
    const middle = clamp(part.left + part.width / 2 - width / 2, first, last);
    const places = [
      [right + 24, top], [left - 24 - width, top], [part.right + 14, top], [part.left - 14 - width, top], [middle, part.bottom + 10], [middle, part.top - 10 - height]];
    const boxes = [...this.svg.querySelectorAll(HITS)].filter((one) => one !== hit).map((one) => one.getBoundingClientRect());
    const costs = places.map(([x, y]) => (x >= first && x <= last && y >= 56 && y + height <= innerHeight ? 0 : 1e3)
      + boxes.filter((box) => box.right > x && box.left < x + width && box.bottom > y && box.top < y + height).length);
    const [x, y] = places[costs.indexOf(Math.min(...costs))];
    card.style.left = `${x - frame.left}px`;
    card.style.top = `${y - frame.top}px`;
  }

  // Draws lines between parts, and pales the others.
  draw(lines) {
    const { marbles, marks } = this.answer.layout;
    const boxes = new Map([...marbles.flatMap((one) => one.events.map((id) => [id, one])), ...marks.map((one) => [one.id, one])]);
    const drawn = lines.map((ids) => ids.map((id) => boxes.get(id))).filter(([from, to]) => from && to && from !== to);
    this.lines.replaceChildren(...drawn.map(([from, to]) => element('path', { d: way(from, to) })));
    const ids = this.answer.layout.marbles.find(({ events }) => events[0] === idOf(this.hit))?.events ?? [idOf(this.hit)];
    this.fade(drawn.length > 0 && !this.isHeld ? new Set([...ids, ...lines.flat()]) : null);
  }

  // MARK: Keys of parts that can't be moved

  key(event) {
    const { key, target } = event;
    const isWay = /^(Arrow|Home|End)/.test(key);
    if (!isWay && key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (isWay) walk(this.svg, target, key); else this.open(target);
  }
}

const HITS = ':is(.marble, .part)';

function idOf({ dataset }) { return dataset.event ?? dataset.part; }

// Moves the focus to a hit, at which Tab enters the picture from then on.
export function enter(svg, hit) {
  for (const one of svg.querySelectorAll(HITS)) one.tabIndex = one === hit ? 0 : -1;
  hit?.focus();
}

// Goes from a hit by a key: up and down through all rows, or along its row.
export function walk(svg, hit, key) {
  const { row } = hit.dataset;
  const isAlong = !/Up|Down/.test(key);
  const hits = [...svg.querySelectorAll(HITS)].filter(({ dataset }) => !isAlong || dataset.row === row);
  const isBack = /Up|Left|Home/.test(key);
  const next = key === 'Home' ? hits[0] : key === 'End' ? hits.at(-1) : hits[hits.indexOf(hit) + (isBack ? -1 : 1)];
  if (next && next !== hit) enter(svg, next); else say(() => `The ${isBack ? 'first' : 'last'} of ${isAlong ? row : 'all rows'}`);
}

// From the edge of a part to that of another one.
function way(from, to) {
  const [one, other] = [from, to].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, r: width / 2 + 2 }));
  const length = Math.hypot(other.x - one.x, other.y - one.y);
  if (length <= one.r + other.r) return '';
  const [dx, dy] = [(other.x - one.x) / length, (other.y - one.y) / length];
  return `M${one.x + dx * one.r} ${one.y + dy * one.r}L${other.x - dx * other.r} ${other.y - dy * other.r}`;
}
