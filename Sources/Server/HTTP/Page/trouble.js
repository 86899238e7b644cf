// The card in place of a scene that can't be read.

import { run } from './api.js';
import { sentence } from './connection.js';
import { byId, make } from './dom.js';

const card = byId('trouble');

// Says what is wrong with a link: `problem` is a sentence, or a diagnostic of the server. `text` is what could be read,
// `instead` a link to something else, and `mend(yaml)` shows a scene that has been mended.
export function show({ problem, text, name, instead, mend }) {
  document.body.classList.add('broken');
  document.documentElement.classList.remove('later');
  const head = make('h1', { id: 'troubleTitle', tabIndex: -1 }, 'This link can’t be read');
  const why = make('p', { id: 'why', role: 'alert' });
  const open = make('button', { className: 'main' }, 'Show the mended scene');
  const field = make('textarea', { value: text, spellcheck: false, rows: Math.min(20, text.split('\n').length + 2), ariaLabel: 'Text of the link' });
  field.setAttribute('aria-describedby', 'why');
  const mark = make('div', { className: 'mark' });
  const said = make('div', { hidden: !text }, 'This could be read of it. You can mend it here.', make('div', { className: 'marked' }, mark, field));
  const say = ({ line, column, message }) => {
    why.textContent = `It is not a scene${line ? `: line ${line}, column ${column ?? 1}` : ''}: ${message}`;
    mark.hidden = !line;
    field.onscroll = () => { mark.style.translate = `0 calc(${line - 1} * 1.5em - ${field.scrollTop}px)`; };
    field.scrollTop = (line - 5) * 21;
    field.onscroll();
  };
  open.hidden = !text;
  open.onclick = async () => {
    const { value } = field;
    const answer = await run({ scene: value, name, recording: false, still: true });
    if (answer.svg) return mend(value);
    const [problem] = answer.diagnostics ?? [];
    // Without an answer, nothing is known about the text.
    if (problem) say(problem); else why.textContent = sentence(answer.failure);
  };
  card.replaceChildren(head, why, said, make('p', { className: 'actions' }, open, instead));
  mark.hidden = true;
  if (problem.message) say(problem); else why.textContent = problem;
  head.focus();
}
