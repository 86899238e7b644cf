// Shows the picture that the server draws, and moves its time. Nothing is drawn here.

import { make } from './dom.js';
import { mend } from './glyphs.js';
import { Motion } from './motion.js';

// A picture of this page moves by its scripts alone.
const SIZES = ['width', 'height']; // Its frame has them.
const FRAME = 'svg{display:block;width:100%;height:auto}.s,.q{animation:none!important}:host(.over) :is(.k,.e:has(+.k)){display:none}';

export class Picture {
  constructor(host) {
    this.host = host;
    // A browser that does not know trees in documents leaves the template of the first picture where it is.
    const template = host.querySelector('template');
    this.shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    if (template) this.shadow.append(template.content);
    this.style = new CSSStyleSheet();
    const frame = new CSSStyleSheet();
    frame.replaceSync(FRAME);
    this.shadow.adoptedStyleSheets = [frame, this.style];
    this.motion = null;
  }

  get drawn() { return this.shadow.querySelector('svg'); }

  // Takes over the picture of the document, which plays by these rules.
  adopt(rules, hasAxis) {
    this.host.ariaHidden = hasAxis;
    mend(this.drawn);
    this.motion = new Motion(rules, this.drawn);
  }

  // Replaces the picture; of a still with an axis, only what differs. Its rules go into a sheet, as the page allows no styles in
  // the document.
  show(svg, hasAxis) {
    const rules = unescaped(/<style>([^]*?)<\/style>/.exec(svg)?.[1] ?? '');
    const plain = svg.replace(/<style>[^]*?<\/style>/, '');
    // The hands have the parts that it describes.
    this.host.ariaHidden = hasAxis;
    const former = this.layers;
    this.layers = hasAxis && !rules.includes('@keyframes') ? layersOf(plain) : null;
    if (!this.#patch(former)) this.#replace(plain);
    if (rules !== this.rules) this.style.replaceSync(rules.replace(/@keyframes \w+\{(?:[^{}]*\{[^{}]*\})*\}/g, ''));
    this.rules = rules;
    this.motion = new Motion(rules, this.drawn);
  }

  #replace(content) {
    const drawn = parsed(content);
    for (const name of SIZES) drawn.removeAttribute(name);
    mend(drawn);
    this.shadow.replaceChildren(drawn);
    this.shifted = null;
  }

  // Keeps the elements whose texts are the same, in their order; false where there are other layers.
  #patch(former) {
    const { layers, drawn } = this;
    const hosts = layers && former ? [...drawn.lastElementChild.children] : [];
    if (hosts.length === 0 || layers.tags.join() !== former.tags.join()) return false;
    this.shift();
    const kept = hosts.map((host, index) => {
      const elements = [...host.children];
      // The first place of each.
      const places = new Map(former.parts[index].map((text, place) => [text, place]).reverse());
      let next = 0;
      return layers.parts[index].map((text) => {
        const place = former.parts[index][next] === text ? next : places.get(text) ?? -1;
        if (place < next) return text;
        next = place + 1;
        return elements[place];
      });
    });
    let index = 0;
    const isText = (part) => typeof part === 'string';
    const made = parsed(layers.frame.replaceAll('\n\n', () => kept[index++].filter(isText).join('')));
    hosts.forEach((host, layer) => {
      const same = new Set(kept[layer]);
      for (const element of [...host.children]) if (!same.has(element)) element.remove();
      const added = [...made.lastElementChild.children[layer].children];
      let place = host.firstElementChild;
      for (const part of kept[layer]) {
        if (isText(part)) host.insertBefore(added.shift(), place); else place = part.nextElementSibling;
      }
    });
    for (const part of [(svg) => svg, (svg) => svg.querySelector('rect'), (svg) => svg.lastElementChild]) {
      for (const { name, value } of part(made).attributes) if (!SIZES.includes(name)) part(drawn).setAttribute(name, value);
    }
    return true;
  }

  // Whether it shows the end alone.
  get isStill() { return this.motion?.round === 0; }

  // The time in milliseconds of playing at the scene's speed.
  seek(time) { this.motion?.seek(time); }

  // Pales all marbles but those with some ids; none for null.
  fade(ids) {
    for (const part of this.drawn.querySelectorAll('[data-id], .k')) {
      part.style.opacity = ids && !part.dataset.id?.split(' ').some((id) => ids.has(id)) ? 0.25 : '';
    }
  }

  // Moves what is drawn of an event, or at the place of a mark, until the next picture.
  shift({ events: [id] = [], x, y, width, height } = {}, [dx, dy] = []) {
    for (const part of this.shifted ?? []) part.style.transform = '';
    this.shifted = null;
    if (!id) return;
    const marble = this.drawn.querySelector(`[data-id~="${CSS.escape(id)}"]`);
    if (marble) this.shifted = [marble];
    else {
      const box = this.drawn.getBoundingClientRect();
      const scale = box.width / this.drawn.viewBox.baseVal.width;
      this.shifted = [...this.drawn.querySelectorAll('.m :is(circle, text, path)')].filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const across = ((left + right) / 2 - box.left) / scale;
        const down = ((top + bottom) / 2 - box.top) / scale;
        return across > x && across < x + width && down > y && down < y + height;
      });
    }
    for (const part of this.shifted) part.style.transform = `translate(${dx}px, ${dy}px)`;
  }
}

function parsed(svg) { return new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement; }

// A still as text: the tags of its layers and the parts of each, and the rest, with two ends of lines for the parts of a layer;
// null when it is made of something else.
function layersOf(svg) {
  const [tags, parts] = [[], []];
  const frame = svg.replace(/\n+/g, '\n').replace(/^(<g[^>]*>)(.+)<\/g>$/gm, (_, tag, content) => {
    const found = content.match(/<(g|text)\b.*?<\/\1>|<\w+[^>]*\/>/g) ?? [];
    tags.push(tag);
    parts.push(found.join('').length === content.length ? found : []);
    return `${tag}\n\n</g>`;
  });
  return parts.every(({ length }) => length > 0) ? { frame, tags, parts } : null;
}

function unescaped(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

const NARROW = 70; // Cells of a picture that is wider than its frame, and scrolls.
const MOST = 130; // Cells of a wide picture of many rows, or of marbles that are near to each other.
const LEAST = 44; // Cells of a small picture on a large screen.
const COLUMN = 92; // Pixels of the names of the rows and of half a marble.

// The width of a picture in cells, so that its text has a readable size, and so that it fills its frame at a height that fits. One
// without an axis does not scroll. A dense one has marbles without room. The width `shown` of a picture of the height `height` that is there is kept while it is good.
export function columns(width, hasAxis = true, shown = null, height = 0, isDense = false) {
  if (width < 560) return hasAxis ? NARROW : Math.max(32, Math.floor((width - 18) / 9));
  const room = width >= 900 && hasAxis && height > 0 ? Math.max(0.85, (innerHeight - 340) / height) : Infinity;
  const scaled = width / (shown * 9 + 18);
  if (isDense && scaled > 0.95) return Math.max(NARROW, Math.min(MOST, Math.floor((width / 0.9 - 18) / 9)));
  if (shown >= NARROW && scaled > Math.min(0.88, room * 0.95) && scaled < Math.min(1.95, room / 0.85)) return shown;
  const scale = width < 900 ? 1.05 : Math.min(1.75, 1.05 + (width - 900) / 1100);
  return Math.max(NARROW, Math.min(room < scale ? MOST : 98, Math.floor((width / Math.min(scale, room) - 18) / 9)));
}

// The width in cells of a picture that fills the screen: as large as its height allows, and as its marbles have room.
export function filling(width, height, { layout }, shown) {
  const middle = ({ x, width }) => x + width / 2;
  // How much nearer marbles may be to each other, and to the end of their row, without becoming dots.
  const ends = new Map(layout.rows.map(({ name, end }) => [name, end]));
  const spare = layout.marbles.reduce((least, one, at, { [at - 1]: before }) => {
    const between = before?.row === one.row && (middle(one) - middle(before)) / Math.max(40, (one.width + before.width) / 2 + 6);
    return Math.min(least, between || least, (ends.get(one.row) - middle(one)) / 24 || least);
  }, 3);
  const start = layout.axis.start + 40;
  const least = Math.max(LEAST, ((layout.width - start) / spare + start) / 9);
  const scale = Math.min(0.97 * height / layout.height, 2.8);
  const cells = Math.round(Math.min(MOST, Math.max(least, (width / scale - 18) / 9)));
  // One that is nearly as good stays.
  return Math.abs(cells / shown - 1) < 0.12 ? shown : cells;
}

// A frame that is narrower than its picture scrolls, follows the playhead, and keeps the names of the rows in sight.
export class Frame {
  // `returns`: after it has played, until a visitor touches the page, the picture goes back to its start.
  constructor(frame, sheet, labels) {
    Object.assign(this, { frame, sheet, labels, axis: null, returns: false });
    frame.addEventListener('scroll', () => this.cover(), { passive: true });
    for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, () => { this.returns = false; }, { passive: true });
  }

  // Pixels of a unit of the picture.
  get factor() { return this.sheet.clientWidth / this.width; }

  show({ layout }) {
    const width = this.frame.clientWidth;
    const isWide = width < 560 && layout.width > width + 9 && Boolean(layout.axis);
    // Picture, controls and sentences fit on a screen, unless the text would be too small: page.css.
    this.sheet.style.setProperty('--width', `${layout.width}px`);
    this.sheet.style.setProperty('--ratio', layout.width / layout.height);
    this.frame.classList.toggle('wide', isWide);
    this.axis = isWide ? layout.axis ?? null : null;
    this.width = layout.width;
    const column = make('div', {}, ...(isWide ? layout.rows : []).map(({ name, middle }) => {
      const label = make('span', { title: `Edit ${name}`, onclick: () => document.getElementById(`row-${name}`)?.focus() }, name);
      label.style.top = `${middle / layout.height * 100}%`;
      return label;
    }));
    this.labels.replaceChildren(column);
    this.cover();
  }

  // Covers the boxes of the rows by their names when they are not whole in sight.
  cover() {
    const { frame, axis, sheet, labels } = this;
    if (axis) labels.firstChild.style.height = `${sheet.clientHeight}px`;
    frame.classList.toggle('scrolled', axis !== null && frame.scrollLeft > 12);
  }

  // Keeps the playhead in sight, at a share of the duration.
  follow(share) {
    if (!this.axis) return;
    if (this.returns && share === 1) {
      this.returns = false;
      return this.frame.scrollTo({ left: 0, behavior: 'smooth' });
    }
    const x = (this.axis.start + (this.width - this.axis.start - 40) * share) * this.factor;
    const { scrollLeft, clientWidth } = this.frame;
    if (x < scrollLeft + COLUMN + 8 || x > scrollLeft + clientWidth - 60) this.frame.scrollLeft = x - clientWidth * 0.4;
  }
}
