// Shows the picture that the server draws, and moves its time. Nothing is drawn here.

export class Picture {
  constructor(host) {
    this.host = host;
    this.shadow = host.attachShadow({ mode: 'open' });
    this.style = new CSSStyleSheet();
    const frame = new CSSStyleSheet();
    frame.replaceSync('svg{display:block;width:100%;height:auto}');
    this.shadow.adoptedStyleSheets = [frame, this.style];
    this.animations = [];
  }

  // Replaces the picture. Its rules go into a sheet, as the page allows no styles in the document.
  show(svg) {
    const element = new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ''), 'image/svg+xml')
      .documentElement;
    const rules = /<style>([^]*?)<\/style>/.exec(svg)?.[1] ?? '';
    this.style.replaceSync(unescaped(rules));
    element.removeAttribute('width');
    element.removeAttribute('height');
    const old = this.shadow.querySelector('svg');
    const adopted = document.importNode(element, true);
    if (old) old.replaceWith(adopted); else this.shadow.append(adopted);
    this.animations = adopted.getAnimations({ subtree: true });
    for (const animation of this.animations) animation.pause();
    return adopted;
  }

  // The time in milliseconds of playing at the scene's speed.
  seek(time) {
    for (const animation of this.animations) animation.currentTime = time;
  }
}

function unescaped(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

const NARROW = 66; // Cells of a picture that is wider than its frame, and scrolls.

// The width of a picture in cells, so that its text has a readable size. One without an axis does not scroll.
export function columns(width, hasAxis = true) {
  if (width < 560) return hasAxis ? NARROW : Math.max(32, Math.floor((width - 18) / 9));
  const scale = width < 900 ? 1.05 : Math.min(1.75, 1.05 + (width - 900) / 1100);
  return Math.max(NARROW, Math.min(98, Math.floor((width / scale - 18) / 9)));
}

// A frame that is narrower than its picture scrolls, follows the playhead, and keeps the names of the rows in sight.
export class Frame {
  constructor(frame, sheet, labels) {
    Object.assign(this, { frame, sheet, labels, axis: null, factor: 1 });
    frame.addEventListener('scroll', () => frame.classList.toggle('scrolled', frame.scrollLeft > 40), { passive: true });
  }

  // `chrome` is the height of what is above and below the picture, in pixels.
  show({ layout }, chrome = 340) {
    const width = this.frame.clientWidth;
    const isWide = width < 560 && layout.width > width + 9 && Boolean(layout.axis);
    this.factor = isWide ? 0.92 : width / layout.width;
    this.sheet.style.width = isWide ? `${layout.width * this.factor}px` : '';
    // Picture, controls and sentences fit on a screen, unless the text would be too small.
    const fitting = Math.max(layout.width, (innerHeight - chrome) * layout.width / layout.height);
    this.sheet.style.maxWidth = isWide || fitting > width ? '' : `${fitting}px`;
    this.frame.classList.toggle('wide', isWide);
    this.axis = isWide ? layout.axis ?? null : null;
    this.width = layout.width;
    this.labels.replaceChildren(...(isWide ? layout.rows : []).map(({ name, middle }) => {
      const label = document.createElement('span');
      label.textContent = name;
      label.style.top = `${(middle - 26) * this.factor}px`;
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
