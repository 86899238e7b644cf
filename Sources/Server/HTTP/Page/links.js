// Links: a scene in the address, and where to look. Nothing is stored anywhere.

const MOST = 200_000; // Bytes of a scene in a link.

// A text, compressed, in base64url.
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return packed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// The fragment that holds a scene, and where to look: at a time in seconds, and at a marble.
export async function fragment(yaml, name, place) {
  return `s=${await pack(yaml)}&n=${encodeURIComponent(name)}${view(place)}`;
}

// Where to look, and whether the outputs are hidden, to be predicted.
export function view({ time = null, marble = null, hides = false } = {}) {
  return `${hides ? '&p' : ''}${time === null ? '' : `&t=${time}`}${marble === null ? '' : `&m=${encodeURIComponent(marble)}`}`;
}

// Moves the scene of a link with a preview into the fragment of a page, so that it does not reach the server again.
export function settle(page) {
  const packed = /\/s\/([^/]*)$/.exec(location.pathname)?.[1];
  if (packed !== undefined) history.replaceState(history.state, '', `${page}#s=${packed}${location.search.replace('?', '&')}`);
}

// What a fragment says: `{ name, time, marble, hides, packed }`.
export function read(fragment) {
  const fields = new URLSearchParams(fragment.slice(1));
  const time = Number.parseFloat(fields.get('t'));
  return {
    name: /^[\w-]{1,60}$/.exec(fields.get('n') ?? '')?.[0] ?? 'scene', time: time >= 0 ? time : null, marble: fields.get('m'), hides: fields.has('p'), packed: fields.get('s'),
  };
}

// The text that was packed: `{ text, problem }`. With a problem, it is as much as could be read.
export async function unpack(packed) {
  const valid = /^[\w-]*/.exec(packed)[0];
  // A single character at the end is a part of a byte.
  const whole = valid.length % 4 === 1 ? valid.slice(0, -1) : valid;
  const bytes = Uint8Array.from(atob(whole.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  let [parts, problem] = await expand(bytes, bytes.length);
  if (problem === null) return { text: '', problem: `Its scene is larger than ${MOST / 1000} kB.` };
  // Byte by byte, all that comes before the damage is there.
  if (problem) [parts] = await expand(bytes, 1);
  const expanded = await new Blob(parts).arrayBuffer();
  if (valid !== packed) problem = `It is not base64url: character ${valid.length + 1} is “${[...packed.slice(valid.length)][0]}”.`;
  else if (whole !== valid) problem = DAMAGED;
  const text = new TextDecoder().decode(expanded);
  const isText = !text.includes('\uFFFD');
  return { text: isText ? text : text.split('\uFFFD')[0], problem: problem || (isText ? '' : 'Its data is not text.') };
}

const DAMAGED = 'Its data is damaged or cut off.';

// What bytes expand to, and why no further: null when it is too large.
async function expand(bytes, piece) {
  const stream = new DecompressionStream('deflate-raw');
  const [reader, writer] = [stream.readable.getReader(), stream.writable.getWriter()];
  const feed = async () => {
    for (let at = 0; at < bytes.length; at += piece) await writer.write(bytes.subarray(at, at + piece));
    await writer.close();
  };
  feed().catch(() => {});
  const parts = [];
  try {
    for (let size = 0; size <= MOST;) {
      const { done, value } = await reader.read();
      if (done) return [parts, ''];
      parts.push(value);
      size += value.length;
    }
    reader.cancel();
    return [parts, null];
  } catch { return [parts, DAMAGED]; }
}
