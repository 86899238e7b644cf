// Rain is made of kana, and not all machines have fonts with them: then other characters fall.

const OTHERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ#%&$@';
const SIZE = 64; // Pixels of the square in which a character is drawn.
const known = {}; // For each character, whether no font has it.
let pen = null;

function drawn(character) {
  pen ??= Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE }).getContext('2d');
  pen.clearRect(0, 0, SIZE, SIZE);
  pen.font = `${SIZE / 2}px monospace`;
  pen.fillText(character, SIZE / 8, SIZE * 0.7);
  return pen.getImageData(0, 0, SIZE, SIZE).data;
}

// Whether pixels are empty or have a left and a right edge: some browsers write the number of a character into its box.
export function isBox(pixels, width) {
  const ink = [...Array(width * width).keys()].filter((at) => pixels[at * 4 + 3] > 40)
    .map((at) => ({ x: at % width, y: Math.floor(at / width) }));
  const [left, right] = [Math.min, Math.max].map((edge) => edge(...ink.map(({ x }) => x)));
  const height = (dots) => new Set(dots.map(({ y }) => y)).size;
  return [left, right].every((edge) => height(ink.filter(({ x }) => Math.abs(x - edge) < 2)) >= height(ink) * 0.9);
}

// No font has the last code point.
function isMissing(character) {
  return known[character] ??= String(drawn(character)) === String(drawn('\u{10ffff}')) || isBox(drawn(character), SIZE);
}

// Replaces what can't be drawn in rain: many single characters, none of them in a marble.
export function mend(svg) {
  const drops = [...svg.querySelectorAll('text')]
    .filter((text) => /^[\u3000-\uffef]$/.test(text.textContent) && !text.closest('.m'));
  if (drops.length < 20) return;
  for (const drop of drops) {
    const code = drop.textContent.codePointAt(0);
    const isLatin = code > 0xff00 && code < 0xff5f;
    // One stands for its kind. None of these looks like a box itself.
    if (!isMissing(isLatin ? 'Ａ' : code > 0xff60 ? 'ｱ' : 'ア')) continue;
    drop.textContent = isLatin ? String.fromCharCode(code - 0xfee0) : OTHERS[code % OTHERS.length];
    // Near ones are as wide as kana.
    if (!drop.hasAttribute('textLength')) continue;
    drop.setAttribute('textLength', 15);
    drop.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}
