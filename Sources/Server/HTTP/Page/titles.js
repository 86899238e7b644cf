// The title and the sentence about a scene, which are edited where they stand, as plain text.

import { byId, prose } from './dom.js';

const FIELDS = ['title', 'about'].map(byId);

// `commit(commands)` makes edits.
export function edit(commit) {
  for (const field of FIELDS) {
    let before = null;
    const begin = () => {
      if (before !== null) return;
      before = field.dataset.text ?? field.textContent;
      field.textContent = before;
      field.contentEditable = 'plaintext-only';
      Object.assign(field, { role: 'textbox', ariaLabel: field.id === 'title' ? 'Title' : 'Sentence', title: '' });
      field.focus();
      getSelection().selectAllChildren(field);
    };
    const end = async (keeps) => {
      if (before === null) return;
      const [old, text] = [before, field.innerText.replace(/\s+/g, ' ').trim()];
      before = null;
      field.contentEditable = 'inherit';
      rest();
      const isNew = keeps && text !== old;
      write(field, isNew ? text : old);
      if (isNew && !await commit([`scene ${field.id} = ${text}`])) write(field, old);
    };
    // A paragraph has a name of its contents only with such a role.
    const rest = () => Object.assign(field, { role: field.id === 'about' ? 'button' : null, ariaLabel: null, title: 'Click or press Enter to edit' });
    Object.assign(field, { tabIndex: 0, onclick: begin, onblur: () => end(true) });
    rest();
    field.onkeydown = (event) => {
      const { key } = event;
      if (before !== null) event.stopPropagation();
      if (key !== 'Enter' && (key !== 'Escape' || before === null)) return;
      event.preventDefault();
      if (before === null) return begin();
      end(key === 'Enter');
      field.focus();
    };
  }
}

// Shows those of an answer, but for one that is being edited.
export function show(answer) {
  for (const field of FIELDS) if (!field.isContentEditable) write(field, answer[field.id]);
}

// Shows a text, with code as code.
function write(field, text) {
  field.dataset.text = text;
  field.replaceChildren(...prose(text));
}
