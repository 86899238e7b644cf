// What an edit has changed in the outputs, in sentences: from two answers, which have all values with their times.

import { SAYS } from './cards.js';

const MOST = 3; // Values that a list names.

// What an edit has done to a marble of the inputs.
export function moves(before, after) {
  const names = before.rows.map(({ name }) => name);
  return after.rows.filter(({ kind, name }) => kind === 'input' && names.includes(name)).flatMap(({ name }) => {
    const [[old, ...gone], [one, ...come]] = changes(valuesOf(before, name), valuesOf(after, name));
    if (gone.length + come.length > 0 || !old && !one) return [];
    if (!old) return [`${one.text} added to ${name} at ${one.time} s.`];
    const what = !one ? 'removed' : one.value === old.value ? `now at ${one.time} s` : `is now ${one.time === old.time ? one.text : at(one)}`;
    return [`${old.text} of ${name} ${what}.`];
  });
}

export function differences(before, after) {
  const outputs = after.rows.filter(({ kind }) => kind === 'output').map(({ name }) => name);
  // Rows without marbles, such as lists, can't be compared here.
  const drawn = outputs.filter((name) => (after.inSight?.includes(name) ?? true) && [before, after].every(({ layout }) => layout.axis && layout.rows.some((row) => row.name === name)));
  const told = drawn.flatMap((name) => {
    const clauses = [...values(valuesOf(before, name), valuesOf(after, name)), ...end(endOf(before, name), endOf(after, name))];
    return clauses.length > 0 ? [`${name}: ${clauses.join('; ')}.`] : [];
  });
  // A row that is renamed is the same one.
  const others = (one, other, what) => one.rows.length > other.rows.length
    ? one.rows.filter(({ name }) => other.rows.every((row) => row.name !== name)).map(({ name }) => `${name} is ${what}.`) : [];
  told.push(...others(after, before, 'a new row'), ...others(before, after, 'gone'));
  if (told.length > 0) return told;
  // Other rows are shown, and nothing was edited.
  if (before.rows.some(({ stages }, index) => stages !== undefined && after.rows[index]?.stages === !stages)) return [];
  return drawn.length > 0 && drawn.length === outputs.length ? ['The outputs stay as they are.'] : [];
}

const at = ({ text, time }) => `${text} at ${time} s`;

function values(old, now) {
  let [gone, come] = changes(old, now);
  // The same value at another time has moved.
  const moved = [];
  for (const one of [...gone]) {
    const other = come.find(({ value }) => value === one.value);
    if (!other) continue;
    moved.push(`${at(other)} instead of ${one.time} s`);
    gone = gone.filter((each) => each !== one);
    come = come.filter((each) => each !== other);
  }
  return [['new: ', come.map(at)], ['no longer ', gone.map(at)], ['', moved]]
    .filter(([, list]) => list.length > 0).map(([what, list]) => what + listed(list));
}

// The values that are no longer there, and those that are new.
function changes(old, now) { return [without(old, now), without(now, old)]; }

// The values of a list that another one lacks, each as often as it has more of them.
function without(list, other) {
  const key = ({ value, time }) => JSON.stringify([value, time]);
  const counts = new Map();
  for (const one of other) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return list.filter((one) => {
    const count = counts.get(key(one)) ?? 0;
    counts.set(key(one), count - 1);
    return count <= 0;
  });
}

function listed(list) {
  const named = list.length > MOST + 1 ? [...list.slice(0, MOST), `${list.length - MOST} more`] : list;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

function valuesOf({ layout }, name) {
  return layout.marbles.filter(({ row }) => row === name)
    .flatMap(({ values, texts, time }) => values.map((value, index) => ({ value, text: texts?.[index] ?? value, time })));
}

const ENDS = ['finish', 'fail', 'cancel'];

function endOf({ layout }, name) {
  return layout.marks.find(({ row, kind }) => row === name && ENDS.includes(kind));
}

function end(old, now) {
  if (!now) return old ? [`no longer ${SAYS[old.kind]}`] : [];
  if (old?.kind === now.kind && old.time === now.time) return [];
  return [`now ${SAYS[now.kind]} at ${now.time} s`];
}
