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
  const entry = (kind, { name, title = name, about }) => {
    const link = anchor(kind, name, title, choose);
    link.title = about;
    link.dataset.key = `${kind}/${name}`;
    return make('li', {}, link);
  };
  const lists = groups.map(([kind, { group, members }]) =>
    make('section', {}, make('h2', {}, group), make('ul', {}, ...members.map((member) => entry(kind, member)))));
  const all = groups.flatMap(([kind, { group, members }]) => members.map((member) => ({ ...member, kind, group })));
  const find = finder(all);
  const names = new Set(all.filter(({ kind }) => kind === 'operators').map(({ name }) => name));
  // A sentence about operators leads to them.
  const linked = (text) => text.split('`').map((part, at) =>
    (at % 2 === 0 ? part : names.has(part) ? anchor('operators', part, part, choose) : make('code', {}, part)));
  const search = byId('search');

  const tell = (sentence) => byId('none').replaceChildren(...linked(sentence));
  const answers = answersOf(library);

  // Asks the server for a similar name.
  async function advise(text) {
    const { failure } = await operator(text);
    if (search.value.trim() !== text || !failure?.includes('; ')) return;
    const answer = failure.slice(failure.indexOf('; ') + 2);
    tell(answer[0].toUpperCase() + answer.slice(1) + (answer.endsWith('?') ? '' : '.'));
    say(() => byId('none').textContent, 700);
  }

  search.oninput = () => {
    const text = search.value.trim();
    const found = text ? find(text) : all;
    byId('groups').replaceChildren(...(text ? [make('ul', {}, ...found.map((one) => {
      const item = entry(one.kind, one);
      item.append(make('p', {}, ...prose(one.about)));
      return item;
    }))] : lists));
    mark();
    clearTimeout(asking);
    const [hit] = found;
    const answer = answers(text);
    tell(answer ?? (hit ? '' : `Nothing matches “${text}”.`));
    const told = found.slice(0, 3).map(({ title, name }) => title ?? name).join(', ') + (found.length > 3 ? ', …' : '');
    const count = hit ? `${found.length} result${found.length > 1 ? 's' : ''}: ${told}` : '';
    say(() => [answer && byId('none').textContent, count].filter(Boolean).join(' ') || byId('none').textContent, 1000);
    // It may be a typo.
    if (!hit && !answer && !site) asking = setTimeout(() => advise(text), 300);
  };
  const links = () => [...byId('groups').querySelectorAll('a')];
  search.onkeydown = byId('groups').onkeydown = (event) => {
    const { key, target } = event;
    if (key === 'Enter' && target === search && search.value.trim()) links()[0]?.click();
    const way = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!way || event.altKey) return;
    const at = links().indexOf(target) + way;
    if (at < -1) return;
    event.preventDefault();
    (at < 0 ? search : links()[at])?.focus();
  };
  if (search.value) search.oninput(); else byId('groups').replaceChildren(...lists);
}

// Shows the whole list from its start.
export function clear() {
  const search = byId('search');
  if (search.value) {
    search.value = '';
    search.oninput?.();
  }
  byId('index').scrollTop = 0;
}

let asking;

const LITTLE = new Set(('a after an and are as at be by can do does for from how i in into is it make of on or some stream streams that the '
  + 'to two use using value values want which with').split(' '));
const words = (text) => text.replace(/([^\p{Lu}\W])(?=\p{Lu})/gu, '$1 ').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const unlabelled = (name) => words(name.replace(/\(.*/, '')).join('');
// What is known of names elsewhere without an operator here.
export function answersOf({ elsewhere = [] }) {
  const known = new Map(elsewhere.map(({ name, answer }) => [unlabelled(name), answer]));
  return (text) => known.get(unlabelled(text));
}

function stem(word) {
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`;
  const [, base, ending] = /^(.{3,}?)(ing|ed|es|(?<!s)s|(?<=....)e)$/.exec(word) ?? [null, word, ''];
  return /ing|ed/.test(ending) ? base.replace(/(.)\1$/, '$1') : base;
}

// A function that finds members by a text, the best first. `WordSearch` of marbled has the same rules.
export function finder(members) {
  const parts = (texts) => texts.map((text) => [words(text).join(''), words(text).flatMap((word) => [word, stem(word)])]);
  const entries = members.map((member) => {
    const { name, title = name, about, names = [], group = '' } = member;
    return [member, ...[[name, title], names, [about, group]].map(parts)];
  });
  return (text) => {
    const all = words(text);
    const telling = all.filter((word) => !LITTLE.has(word));
    const wanted = telling[0] ? telling : all;
    if (!wanted[0]) return members;
    const keys = [all, telling].map((some) => some.join('')).filter(Boolean);
    const found = entries.map(([member, own, others, said]) => {
      const scores = wanted.map((word) => {
        const base = stem(word);
        const has = (texts) => texts.some(([, some]) => some.some((one) => one.startsWith(base)));
        return has(own) || own.some(([name]) => name.includes(word)) ? 12 : has(others) ? 3 : Number(has(said));
      });
      const starts = (texts) => texts.some(([name]) => keys.some((one) => name.startsWith(one)));
      const whole = own.some(([name]) => keys.includes(name)) ? 100 : starts(own) ? 40 : starts(others) ? 5 : 0;
      return { member, count: whole ? wanted.length : scores.filter(Boolean).length, score: scores.reduce((sum, one) => sum + one, whole) };
    });
    const most = Math.max(...found.map(({ count }) => count));
    return found.filter(({ count }) => count && count === most && most * 2 >= wanted.length).sort((one, other) => other.score - one.score)
      .map(({ member }) => member);
  };
}

let marked = null;

// Marks what is shown: the same as before without a source.
export function mark(source = marked) {
  const isNew = source !== marked;
  marked = source;
  for (const link of byId('groups').querySelectorAll('a')) {
    link.ariaCurrent = source && link.dataset.key === `${source.kind}/${source.name}` ? 'page' : null;
    if (isNew && link.ariaCurrent) link.scrollIntoView({ block: 'nearest' });
  }
}

// The buttons that compare, by the name of the operator.
let comparisons = new Map();

// The operator of the guide.
let guided = null;

// Tells which operators the rows compare; the guide is there while a row calls its operator.
export function compare(rows) {
  const call = guided && new RegExp(`(?<![\\w$])${guided}\\s*[({]`);
  if (guided) byId('guide').hidden = byId('names').hidden = !rows.some(({ text }) => call.test(text));
  for (const [name, button] of comparisons) {
    button.ariaPressed = rows.some((row) => row.name === name);
  }
}

// Shows the guide of an operator; null hides it. `commit(commands)` adds and removes the rows of comparisons.
export function guide(operator, choose, commit) {
  // The document has it.
  if (site) return;
  guided = operator?.name ?? null;
  byId('guide').hidden = !operator;
  byId('names').hidden = false;
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
    const lines = operator.comparisons.flatMap((other) => other.differences).map((text) => make('li', {}, ...prose(text)));
    parts.push(make('h3', {}, 'Compare on the same input with'), buttons);
    parts.push(make('h3', {}, 'With the inputs of the example'), make('ul', {}, ...lines));
  }
  if (operator.beside.length > 0) parts.push(make('h3', {}, 'Beside ReactiveX for Python, with hot observables of the same inputs'));
  for (const { rows, text } of operator.beside) {
    parts.push(make('p', {}, ...prose(text)), make('pre', { className: 'signatures table' }, rows));
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
