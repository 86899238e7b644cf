// Shows the picture that the server draws, and moves its time. Nothing is drawn here.

import { make } from './dom.js';
import { mend } from './glyphs.js';
import { Motion } from './motion.js';

// A picture of this page moves by its scripts alone.
const FRAME = 'svg{display:block;width:100%;height:auto}.s,.q{animation:none!important}';

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
  adopt(rules) {
    mend(this.drawn);
    this.motion = new Motion(rules, this.drawn);
    return this.drawn;
  }

  // Replaces the picture. Its rules go into a sheet, as the page allows no styles in the document.
  show(svg) {
    const element = new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ''), 'image/svg+xml')
      .documentElement;
    const rules = unescaped(/<style>([^]*?)<\/style>/.exec(svg)?.[1] ?? '');
    this.style.replaceSync(rules.replace(/@keyframes \w+\{(?:[^{}]*\{[^{}]*\})*\}/g, ''));
    element.removeAttribute('width');
    element.removeAttribute('height');
    const adopted = document.importNode(element, true);
    mend(adopted);
    this.shadow.replaceChildren(adopted);
    this.motion = new Motion(rules, adopted);
    return adopted;
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

  // Moves what is drawn at a place, until the next picture.
  shift({ x, y, width, height } = {}, [dx, dy] = []) {
    for (const part of this.shifted ?? []) part.style.transform = '';
    const box = this.drawn.getBoundingClientRect();
    const scale = box.width / this.drawn.viewBox.baseVal.width;
    this.shifted = [...this.drawn.querySelectorAll('.m :is(circle, text, path)')].filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const across = ((left + right) / 2 - box.left) / scale;
      const down = ((top + bottom) / 2 - box.top) / scale;
      return across > x && across < x + width && down > y && down < y + height;
    });
    for (const part of this.shifted) part.style.transform = `translate(${dx}px, ${dy}px)`;
  }
}

function unescaped(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

const NARROW = 66; // Cells of a picture that is wider than its frame, and scrolls.
const MOST = 130; // Cells of a wide picture of many rows, or of marbles that are near to each other.

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

// A frame that is narrower than its picture scrolls, follows the playhead, and keeps the names of the rows in sight.
export class Frame {
  constructor(frame, sheet, labels) {
    Object.assign(this, { frame, sheet, labels, axis: null, factor: 1 });
    frame.addEventListener('scroll', () => frame.classList.toggle('scrolled', frame.scrollLeft > 40), { passive: true });
  }

  show({ layout }) {
    const width = this.frame.clientWidth;
    const isWide = width < 560 && layout.width > width + 9 && Boolean(layout.axis);
    this.factor = isWide ? 0.92 : width / layout.width;
    // Picture, controls and sentences fit on a screen, unless the text would be too small: page.css.
    this.sheet.style.setProperty('--width', `${layout.width}px`);
    this.sheet.style.setProperty('--ratio', layout.width / layout.height);
    this.frame.classList.toggle('wide', isWide);
    this.axis = isWide ? layout.axis ?? null : null;
    this.width = layout.width;
    this.labels.replaceChildren(...(isWide ? layout.rows : []).map(({ name, middle }) => {
      const label = make('span', { onclick: () => document.getElementById(`row-${name}`)?.focus() }, name);
      label.style.top = `${(middle - 29) * this.factor}px`;
      return label;
    }));
  }

  // Keeps the playhead in sight, at a share of the duration.
  follow(share) {
    if (!this.axis) return;
    const x = (this.axis.start + (this.width - this.axis.start - 40) * share) * this.factor;
    const { scrollLeft, clientWidth } = this.frame;
    if (x < scrollLeft + 60 || x > scrollLeft + clientWidth - 60) this.frame.scrollLeft = x - clientWidth * 0.4;
  }
}
