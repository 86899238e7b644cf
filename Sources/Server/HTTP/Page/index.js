// The list of operators and scenes, and the guide of an operator.

import { root } from './api.js';
import { make } from './settings.js';

const byId = (id) => document.getElementById(id);

// The address of the page of an operator or a scene.
export function address(kind, name) { return new URL(`${kind}/${encodeURIComponent(name)}`, root).href; }

// What an address names: `{ kind, name }`, or null for the front page.
export function named(path) {
  const parts = decodeURIComponent(path).split('/').filter(Boolean);
  const [kind, name] = parts.slice(-2);
  return ['operators', 'scenes'].includes(kind) && name ? { kind, name } : null;
}

// Shows the library; `choose(kind, name)` is called for what is clicked.
export function show(library, choose) {
  const groups = [
    ...library.scenes.filter(({ group }) => group === 'Scenes of this server').map((group) => ['scenes', group]),
    ...library.operators.map((group) => ['operators', group]),
    ...library.scenes.filter(({ group }) => group !== 'Scenes of this server').map((group) => ['scenes', group]),
  ];
  byId('groups').replaceChildren(...groups.map(([kind, { group, members }]) => {
    const section = make('section');
    const list = make('ul');
    for (const member of members) {
      const link = anchor(kind, member.name, member.title ?? member.name, choose);
      link.title = member.about;
      link.dataset.key = `${kind}/${member.name}`;
      link.dataset.words = [member.name, member.title, member.about, member.rx, member.combine, group]
        .filter(Boolean).join(' ').toLowerCase();
      const item = make('li');
      item.append(link);
      list.append(item);
    }
    section.append(make('h2', { textContent: group }), list);
    return section;
  }));
  byId('search').addEventListener('input', filter);
  byId('search').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    byId('groups').querySelector('li:not([hidden]) a')?.click();
  });
}

function filter() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of byId('groups').children) {
    let count = 0;
    for (const item of section.querySelectorAll('li')) {
      const link = item.firstChild;
      item.hidden = !words.every((word) => link.dataset.words.includes(word));
      if (!item.hidden) count += 1;
    }
    section.hidden = count === 0;
  }
}

// Marks what is shown.
export function mark(source) {
  for (const link of byId('groups').querySelectorAll('a')) {
    if (source && link.dataset.key === `${source.kind}/${source.name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

// The buttons that compare, by the name of the operator.
let comparisons = new Map();

// Tells which operators the rows compare.
export function compare(rows) {
  for (const [name, button] of comparisons) {
    button.setAttribute('aria-pressed', String(rows.some((row) => row.name === name)));
  }
}

// Shows the guide of an operator; null hides it. `commit(commands)` adds and removes the rows of comparisons.
export function guide(operator, choose, commit) {
  byId('guide').hidden = !operator;
  byId('names').replaceChildren();
  comparisons = new Map();
  if (!operator) return;
  const chip = (label, name) => {
    const made = make('span', { className: 'chip' });
    made.append(`${label} `, make('code', { textContent: name }));
    return made;
  };
  byId('names').append(make('span', { className: 'chip', textContent: operator.origin }));
  if (operator.rx) byId('names').append(chip('RxJS', operator.rx));
  if (operator.combine) byId('names').append(chip('Combine', operator.combine));
  const signatures = make('pre', { className: 'signatures', textContent: operator.signatures.join('\n') });
  const use = make('p');
  operator.guidance.split('`').forEach((part, index) => {
    if (index % 2 === 0) return use.append(part);
    use.append(operator.related.includes(part) ? anchor('operators', part, part, choose) : make('code', { textContent: part }));
  });
  const parts = [make('h2', { id: 'guideTitle', textContent: 'When to use it' }), use, signatures];
  if (operator.comparisons.length > 0) {
    const buttons = make('p', { className: 'actions' });
    for (const { name, about, edits } of operator.comparisons) {
      const button = make('button', { type: 'button', className: 'code', textContent: name, title: about });
      button.addEventListener('click', () => commit(button.getAttribute('aria-pressed') === 'true' ? [`remove ${name}`] : edits));
      comparisons.set(name, button);
      buttons.append(button);
    }
    parts.push(make('h3', { textContent: 'Compare on the same input with' }), buttons);
  }
  if (operator.scenes.length > 0) {
    const list = make('ul', { className: 'links' });
    for (const { name, title } of operator.scenes) {
      const item = make('li');
      item.append(anchor('scenes', name, title, choose));
      list.append(item);
    }
    parts.push(make('h3', { textContent: 'Scenes with it' }), list);
  }
  byId('guide').replaceChildren(...parts);
}

function anchor(kind, name, text, choose) {
  const made = make('a', { href: address(kind, name), textContent: text });
  if (kind === 'operators') made.className = 'code';
  made.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(kind, name);
  });
  return made;
}
