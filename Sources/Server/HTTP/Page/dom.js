// Finds and makes elements.

export const byId = (id) => document.getElementById(id);

export function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// The parts of a sentence, with its code as code.
export function prose(text) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : make('code', {}, part)));
}

let saying;

// Tells a screen reader what `text()` gives, after a pause in milliseconds in which nothing else is to be told.
export function say(text, pause = 0) {
  clearTimeout(saying);
  saying = setTimeout(async () => byId('said').replaceChildren(make('span', {}, await text())), pause);
}

// A button for the edits that are possible where one was refused.
export function remedy({ edits = [] }, commit) {
  if (edits.length === 0) return [];
  return [' ', make('button', { onclick: () => commit(edits) }, `Remove ${['both', 'all three', 'all four'][edits.length - 2] ?? `all ${edits.length}`}`)];
}
