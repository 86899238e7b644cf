// Share a scene: a link with the whole scene in its fragment, pictures, and texts. Nothing is stored anywhere.

import { run } from './api.js';
import { byId, make } from './dom.js';

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The fragment that holds a scene: its text, compressed, in base64url.
export async function packed(yaml, name) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(yaml));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `s=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}&n=${encodeURIComponent(name)}`;
}

const MOST = 200_000; // Bytes of a scene in a link.

// The scene in a fragment: `{ yaml, name }`; null when there is none. An error says what is wrong with it.
export async function unpacked(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = fields.get('s');
  if (text === null) return null;
  let problem = 'it is not base64url';
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    problem = 'its data is damaged or cut off';
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) throw problem = `its scene is larger than ${MOST / 1000} kB`;
      parts.push(value);
    }
    const yaml = new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
    return { yaml, name: /^[\w-]{1,60}$/.test(fields.get('n') ?? '') ? fields.get('n') : 'scene' };
  } catch {
    throw new Error(problem);
  }
}

const KINDS = [
  ['link', 'Link', 'The whole scene is in the link.'],
  ['embed', 'Embed', 'An iframe for a document: the picture and its controls.', 'html'],
  ['animation', 'Animated SVG', 'Plays by itself, also in an image on a code-hosting site.', 'svg'],
  ['svg', 'SVG', 'The picture at the end of the scene.', 'svg'],
  ['yaml', 'Scene file', 'YAML for `marbled play FILE`, and for tests with `expect:`.', 'yaml'],
  ['command', 'Command', 'Plays the scene in a terminal.', 'sh'],
  ['swift', 'Swift test', 'Tests for the library MarblesTesting.', 'swift'],
];

// Opens the dialog for a scene: `{ yaml, name, theme, height, address, base }`. An edited scene has no `address`; its link
// opens the page `base`.
export async function open(scene) {
  const dialog = byId('sharing');
  const link = scene.address ?? `${scene.base}#${await packed(scene.yaml, scene.name)}`;
  const embed = link + (link.includes('#') ? '&embed' : '#embed');
  const texts = {
    link, yaml: scene.yaml,
    embed: `<iframe src="${embed.replaceAll('&', '&amp;')}" width="100%" height="${scene.height}" title="${scene.name}"></iframe>`,
  };
  const preview = make('textarea', { readOnly: true, rows: 8, spellcheck: false, ariaLabel: 'Text to copy' });
  const copy = make('button', { className: 'main', autofocus: true }, 'Copy');
  const save = make('a', { className: 'button' }, 'Download');
  const about = make('p', { className: 'hint' });
  const list = make('div', { className: 'kinds', role: 'radiogroup', ariaLabel: 'Format' });
  const choose = async ([kind, , says, extension]) => {
    about.textContent = kind === 'link' && scene.address ? 'The address of this scene.' : says.replaceAll('`', '');
    if (!(kind in texts)) {
      preview.value = '…';
      const answer = await run({
        scene: scene.yaml, name: scene.name, exports: [kind], recording: false, ...(scene.theme && { theme: scene.theme }) });
      texts[kind] = answer.exports?.[kind] ?? answer.failure ?? '';
    }
    if (list.querySelector('input:checked')?.value !== kind) return;
    preview.value = texts[kind];
    save.hidden = !extension || kind === 'embed';
    save.download = `${scene.name}.${extension}`;
    URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob([texts[kind]], { type: extension === 'svg' ? 'image/svg+xml' : 'text/plain' }));
  };
  for (const kind of KINDS) {
    const radio = make('input', { type: 'radio', name: 'kind', value: kind[0], checked: kind[0] === 'link' });
    radio.onchange = () => choose(kind);
    list.append(make('label', {}, radio, make('span', {}, kind[1])));
  }
  copy.onclick = async () => {
    preview.select();
    try { await navigator.clipboard.writeText(preview.value); } catch { document.execCommand('copy'); }
    copy.textContent = 'Copied';
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  };
  const close = make('button', { className: 'quiet' }, 'Close');
  close.onclick = () => dialog.close();
  const head = make('header', {}, make('h2', { id: 'sharingTitle' }, 'Share this scene'), close);
  const foot = make('p', { className: 'actions' }, copy, save);
  dialog.replaceChildren(head, list, about, preview, foot);
  await choose(KINDS[0]);
  dialog.showModal();
}
