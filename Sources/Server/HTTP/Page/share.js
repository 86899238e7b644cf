// Share a scene: links, pictures, and texts. Nothing is stored anywhere.

import { root, run, site } from './api.js';
import { byId, make } from './dom.js';
import { fragment, pack, view } from './links.js';

const LONGEST = 8_000; // Characters of a scene in the path of a link.

// What can be shared: its kind, its name, what it is for, and the extension of its file.
const KINDS = [
  ['link', 'Link', 'The whole scene is in the link, in a part that reaches no server.'],
  ['preview', 'Link with preview', 'For chats, which show its title and picture. Unlike the other link, it sends the scene to this server, which neither keeps nor logs it.'],
  ['png', 'PNG', 'The picture at the end of the scene.', 'png'],
  ['svg', 'SVG', 'The picture at the end of the scene.', 'svg'],
  ['animation', 'Animated SVG', 'Plays by itself, also in an image on a code-hosting site.', 'svg'],
  ['html', 'Web page', 'One file that plays without a server.', 'html'],
  ['embed', 'Embed', 'An iframe for a page of a web server, not of a file: the picture and its controls. It plays once it can be seen.'],
  ['markdown', 'Markdown', 'A picture that links to the scene. Save the SVG beside the document.'],
  ['docc', 'DocC', 'A picture and a link. Save the SVG in the DocC catalog.'],
  ['yaml', 'Scene file', 'YAML for marbled play FILE, and for tests with expect:.', 'yaml'],
  ['command', 'Command', 'Plays the scene in a terminal.', 'sh'],
  ['swift', 'Swift test', 'Tests for the library MarblesTesting.', 'swift'],
];
const TYPES = { svg: 'image/svg+xml', html: 'text/html' };

// What leaves hidden outputs out, or hides them.
const HIDING = ['link', 'preview', 'embed', 'markdown', 'docc', 'png', 'svg', 'animation'];

// A scene file whose outputs are hidden at first, unless it is written in another style.
function predicted(yaml) {
  if (/^exercise:/m.test(yaml)) return /^ +predict: true$/m.test(yaml) ? yaml : yaml.replace(/^exercise: *$/m, '$&\n  predict: true');
  return /^[{[-]/m.test(yaml) ? yaml : `exercise:\n  predict: true\n${yaml}`;
}

// The links and snippets of a scene, as texts by their kinds. `look` says where to look: `{ time, marble }`.
async function snippets({ yaml, name, title, about, height, address, base, hides }, look) {
  look = { ...look, hides };
  const packed = await pack(yaml);
  const link = address ? address + view(look).replace('&', '#') : `${base}#${await fragment(yaml, name, look)}`;
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const alt = (about ? `${title}: ${about}` : title).replace(/[[\]\\]/g, '\\$&');
  const preview = packed.length > LONGEST ? null : `${root}s/${packed}?n=${encodeURIComponent(name)}${view(look)}`;
  return {
    link, preview, yaml: hides ? predicted(yaml) : yaml,
    embed: `<iframe src="${escaped(link + (link.includes('#') ? '&embed' : '#embed'))}" width="100%" height="${height + 32}" title="${escaped(title)}" loading="lazy" style="border:0"></iframe>`,
    markdown: `[![${alt}](${name}.svg)](${link})\n`,
    docc: `![${alt}](${name}.svg)\n\n[Play and edit it](${link})\n`,
  };
}

// The points of a picture, two for each of its units, on the background of the page.
async function points(svg) {
  const source = URL.createObjectURL(new Blob([svg], { type: TYPES.svg }));
  try {
    const image = make('img', { src: source });
    await image.decode();
    const canvas = make('canvas', { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(byId('stage')).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally { URL.revokeObjectURL(source); }
}

// Opens the dialog for a scene: `{ yaml, name, title, about, theme, appearance, height, address, base, look }`. An edited scene
// has no `address`; its link opens the page `base`. `look` is the place that is shown: `{ time, marble, says }`.
export async function open(scene) {
  const dialog = byId('sharing');
  const exported = {};
  // An export of the server, once.
  const ask = (kind, theme) => exported[`${kind} ${theme}`] ??= run({
    scene: scene.yaml, name: scene.name, exports: [kind], recording: false, ...(theme && { theme }), ...(scene.hides && kind !== 'html' && { revealed: -1 }),
  }).then(({ exports, failure, diagnostics }) => exports?.[kind] ?? Promise.reject(new Error(failure ?? diagnostics?.[0]?.message ?? '')));
  const field = make('textarea', { readOnly: true, rows: 6, spellcheck: false, ariaLabel: 'Text to copy' });
  const image = make('img', { alt: `Picture of ${scene.title}` });
  const copy = make('button', { className: 'main', autofocus: true });
  const save = make('a', { className: 'button' }, 'Download');
  const send = make('button', {}, 'Send …');
  const says = make('p', { className: 'hint' });
  const looks = make('input', { type: 'checkbox' });
  const where = make('label', { className: 'looks' }, looks, ` ${scene.look?.says}`);
  const list = make('div', { className: 'kinds', role: 'radiogroup', ariaLabel: 'Format' });
  let [blob, copying] = [null, null];
  const current = () => KINDS.find(([kind]) => kind === list.querySelector('input:checked').value);
  const label = () => { copy.textContent = current()[0] === 'png' ? 'Copy image' : 'Copy'; };

  const offer = (file, content, type) => {
    URL.revokeObjectURL(save.href);
    save.hidden = !content;
    if (!content) return null;
    const made = new Blob([content], { type });
    save.download = file.replace(/^scene\b/, () => scene.title);
    save.href = URL.createObjectURL(made);
    return made;
  };
  const show = async ([kind, , sentence, extension]) => {
    const isCurrent = () => list.querySelector('input:checked')?.value === kind;
    const isPicture = kind === 'png';
    const isSnippet = kind === 'markdown' || kind === 'docc';
    let [text, problem, content, links] = ['', '', null, {}];
    label();
    copy.hidden = isPicture && !globalThis.ClipboardItem;
    field.value = '…';
    try {
      links = await snippets(scene, looks.checked ? scene.look : {});
      text = links[kind];
      where.hidden = !scene.look || kind === 'yaml' || !(kind in links);
      if (text === null) problem = 'This scene is too long for a link with a preview.';
      if (isPicture) content = await points(await ask('svg', scene.appearance));
      else if (isSnippet) content = await ask('svg', scene.theme);
      else if (text === undefined) text = await ask(kind, scene.theme);
    } catch ({ message }) { problem = message || 'It can’t be made.'; }
    if (!isCurrent()) return;
    says.textContent = (problem || (kind === 'link' && scene.address ? 'The address of this scene.' : sentence))
      + (!scene.hides ? '' : kind === 'html' ? ' It shows the outputs.'
        : HIDING.includes(kind) || (kind === 'yaml' && /^ +predict: true$/m.test(text)) ? ' Its outputs are hidden, to be predicted.' : '');
    const type = isPicture ? 'image/png' : TYPES[isSnippet ? 'svg' : extension] ?? 'text/plain';
    blob = offer(`${scene.name}.${isSnippet ? 'svg' : extension}`, problem ? null : content ?? (extension && text), type);
    field.value = text ?? '';
    field.hidden = isPicture;
    image.hidden = !isPicture || !blob;
    if (isPicture && blob) image.src = save.href;
    copy.disabled = Boolean(problem);
    save.textContent = isSnippet ? 'Download SVG' : 'Download';
    // The system's list of programs, on phones.
    const shared = isPicture ? blob && { files: [new File([blob], save.download, { type })] } : ['link', 'preview'].includes(kind) ? { title: scene.title, text: scene.about, url: text } : null;
    send.hidden = !shared || !navigator.canShare?.(shared);
    send.onclick = () => navigator.share(shared).catch(() => {});
  };
  for (const kind of KINDS) {
    if (site && ![...site.exports, 'link', 'embed', 'yaml'].includes(kind[0])) continue;
    // The address of a scene that is not edited has a preview.
    if (kind[0] === 'preview' && scene.address) continue;
    const radio = make('input', { type: 'radio', name: 'kind', value: kind[0], checked: kind[0] === 'link' });
    radio.onchange = () => show(kind);
    list.append(make('label', {}, radio, make('span', {}, kind[1])));
  }
  looks.onchange = () => show(current());
  copy.onclick = async () => {
    if (field.hidden) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    else {
      field.select();
      try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand('copy'); }
    }
    copy.textContent = 'Copied';
    // Each time, as those who hear it do not see the button.
    told.replaceChildren(make('span', {}, 'Copied'));
    copy.focus();
    clearTimeout(copying);
    copying = setTimeout(label, 1500);
  };
  const close = make('button', { className: 'quiet' }, 'Close');
  close.onclick = () => dialog.close();
  const head = make('header', {}, make('h2', { id: 'sharingTitle' }, 'Share this scene'), close);
  const told = make('span', { className: 'hidden', role: 'status' });
  const foot = make('p', { className: 'actions' }, told, copy, save, send);
  dialog.replaceChildren(head, list, says, field, image, where, foot);
  await show(KINDS[0]);
  dialog.showModal();
}
