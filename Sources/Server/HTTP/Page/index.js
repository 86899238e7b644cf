// The list of operators and scenes, and the guide of an operator.

import { operator, root, site } from './api.js';
import { byId, make, prose, say } from './dom.js';

// The address of the page of an operator or a scene.
export function address(kind, name) { return new URL(`${kind}/${encodeURIComponent(name)}${site ? '.html' : ''}`, root).href; }

// What the address of the page names: `{ kind, name }`, or null for the front page.
export function here() {
  if (site) return site.place;
  const parts = decodeURIComponent(location.pathname).split('/').filter(Boolean);
  const [kind, name] = parts.slice(-2);
  return ['operators', 'scenes'].includes(kind) && name ? { kind, name } : null;
}

// Shows the library; `choose(kind, name)` is called for what is clicked.
export function show(library, choose) {
  const scenes = (areOwn) => library.scenes.filter(({ isGiven }) => isGiven === areOwn).map((group) => ['scenes', group]);
  const groups = [...scenes(true), ...library.operators.map((group) => ['operators', group]), ...scenes(false)];
  byId('groups').replaceChildren(...groups.map(([kind, { group, members }]) => {
    const list = make('ul');
    for (const member of members) {
      const link = anchor(kind, member.name, member.title ?? member.name, choose);
      link.title = member.about;
      link.dataset.key = `${kind}/${member.name}`;
      link.dataset.words = [member.name, member.title, member.about, ...(member.names ?? []), group]
        .filter(Boolean).join(' ').toLowerCase();
      list.append(make('li', {}, link));
    }
    return make('section', {}, make('h2', {}, group), list);
  }));
  byId('search').oninput = filter;
  byId('search').onkeydown = (event) => {
    const [hit] = hits();
    if (event.key === 'Enter') hit?.click();
    if (event.key !== 'ArrowDown' || !hit) return;
    event.preventDefault();
    hit.focus();
  };
}

// Shows the whole list from its start.
export function clear() {
  if (byId('search').value) {
    byId('search').value = '';
    filter();
  }
  byId('index').scrollTop = 0;
}

const hits = () => byId('groups').querySelectorAll('li:not([hidden]) a');

function filter() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of byId('groups').children) {
    for (const item of section.querySelectorAll('li')) {
      item.hidden = !words.every((word) => item.firstChild.dataset.words.includes(word));
    }
    section.hidden = !section.querySelector('li:not([hidden])');
  }
  clearTimeout(asking);
  const { length, 0: hit } = hits();
  byId('none').textContent = hit ? '' : `Nothing matches “${byId('search').value.trim()}”.`;
  say(() => (hit ? `${length} result${length > 1 ? 's' : ''}: ${hit.textContent}${length > 1 ? ', …' : ''}` : byId('none').textContent), 1000);
  // A name that is known from elsewhere has an answer all the same.
  if (!hit && !site) asking = setTimeout(advise, 300);
}

let asking;

async function advise() {
  const { value } = byId('search');
  const { failure } = await operator(value.trim());
  if (failure?.includes(';') && byId('search').value === value) byId('none').replaceChildren(...prose(`${failure}.`));
}

// Marks what is shown.
export function mark(source) {
  for (const link of byId('groups').querySelectorAll('a')) {
    link.ariaCurrent = source && link.dataset.key === `${source.kind}/${source.name}` ? 'page' : null;
  }
}

// The buttons that compare, by the name of the operator.
let comparisons = new Map();

// Tells which operators the rows compare.
export function compare(rows) {
  for (const [name, button] of comparisons) {
    button.ariaPressed = rows.some((row) => row.name === name);
  }
}

// Shows the guide of an operator; null hides it. `commit(commands)` adds and removes the rows of comparisons.
export function guide(operator, choose, commit) {
  // The document has it.
  if (site) return;
  byId('guide').hidden = !operator;
  byId('names').replaceChildren();
  comparisons = new Map();
  if (!operator) return;
  const chip = (label, name) => make('span', { className: 'chip' }, `${label} `, make('code', {}, name));
  byId('names').append(make('span', { className: 'chip' }, operator.origin));
  if (operator.rx) byId('names').append(chip('RxJS', operator.rx));
  if (operator.combine) byId('names').append(chip('Combine', operator.combine));
  const signatures = make('pre', { className: 'signatures' }, operator.signatures.join('\n'));
  const use = make('p');
  operator.guidance.split('`').forEach((part, index) => {
    if (index % 2 === 0) return use.append(part);
    use.append(operator.related.includes(part) ? anchor('operators', part, part, choose) : make('code', {}, part));
  });
  const parts = [make('h2', { id: 'guideTitle' }, 'When to use it'), use, signatures];
  if (operator.comparisons.length > 0) {
    const buttons = make('p', { className: 'actions' });
    for (const { name, about, edits } of operator.comparisons) {
      const button = make('button', { className: 'code', title: about }, name);
      button.onclick = () => commit(button.ariaPressed === 'true' ? [`remove ${name}`] : edits);
      comparisons.set(name, button);
      buttons.append(button);
    }
    parts.push(make('h3', {}, 'Compare on the same input with'), buttons);
  }
  if (operator.scenes.length > 0) {
    const links = operator.scenes.map(({ name, title }) => make('li', {}, anchor('scenes', name, title, choose)));
    parts.push(make('h3', {}, 'Scenes with it'), make('ul', { className: 'links' }, ...links));
  }
  byId('guide').replaceChildren(...parts);
}

function anchor(kind, name, text, choose) {
  const made = make('a', { href: address(kind, name) }, text);
  if (kind === 'operators') made.className = 'code';
  made.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(kind, name);
  };
  return made;
}
