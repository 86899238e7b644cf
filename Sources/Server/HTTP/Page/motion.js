// What a picture shows at which time, taken from the rules with which it plays by itself. The page sets it at the instants
// at which something changes; only the playhead moves in each frame.

const GROUP = /@keyframes (s\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}/g;
const STOP = /([\d.]+)%\{visibility:(\w+)\}/g;
const PLAYHEAD = /@keyframes q\{0%\{transform:translateX\(([-\d.]+)px\)\}([\d.]+)%\{transform:translateX\(([-\d.]+)px\)\}\}/;

export class Motion {
  // `rules` is the style sheet, and `svg` the picture.
  constructor(rules, svg) {
    // Milliseconds of one round, in which stops are shares.
    this.round = Number(/\.s\{animation:([\d.]+)s/.exec(rules)?.[1] ?? 0) * 1000;
    this.groups = [...rules.matchAll(GROUP)].flatMap(([, name, stops]) => {
      const all = [...stops.matchAll(STOP)].map(([, share, value]) => ({ share: Number(share), value }));
      // Rows may be drawn at different intervals, in milliseconds.
      const parts = Map.groupBy(svg.getElementsByClassName(name), (part) => Number(part.dataset.refresh ?? 0));
      return [...parts].map(([refresh, parts]) => ({ refresh, parts, stops: all, value: null }));
    });
    this.refreshes = [...new Set(this.groups.map(({ refresh }) => refresh))];
    const shares = new Set(this.groups.flatMap(({ stops }) => stops.map(({ share }) => share)));
    this.shares = [...shares].sort((one, other) => one - other);
    const [, start, share, end] = PLAYHEAD.exec(rules)?.map(Number) ?? [];
    this.way = share === undefined ? null : { start, share, end };
    this.heads = this.way ? [...svg.getElementsByClassName('q')] : [];
    this.index = null;
  }

  // The time in milliseconds of playing at the scene's speed.
  seek(time) {
    const share = this.round > 0 ? Math.min(time / this.round * 100, 100) : 0;
    if (this.way) {
      const { start, end } = this.way;
      const place = start + (end - start) * (this.way.share > 0 ? Math.min(share / this.way.share, 1) : 1);
      for (const head of this.heads) head.style.transform = `translateX(${place.toFixed(2)}px)`;
    }
    // For each interval, the instant that is shown.
    const end = this.way ? this.round * this.way.share / 100 : this.round;
    const shares = new Map(this.refreshes.map((refresh) => {
      const shown = refresh > 0 && time < end - 1 ? Math.floor(time / refresh + 1e-6) * refresh : time;
      // Shares are rounded down to thousandths.
      return [refresh, (this.round > 0 ? Math.min(shown / this.round * 100, 100) : 0) + 1e-6];
    }));
    const index = [...shares.values()].map((share) => this.shares.findLastIndex((one) => one <= share)).join();
    if (index === this.index) return;
    this.index = index;
    for (const group of this.groups) {
      const value = group.stops.findLast((stop) => stop.share <= shares.get(group.refresh))?.value ?? 'hidden';
      if (value === group.value) continue;
      group.value = value;
      for (const part of group.parts) part.style.visibility = value;
    }
  }
}
