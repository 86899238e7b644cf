// What the doctor has found in the scene: a card below the picture.

import { byId, make, prose, say } from './dom.js';
import { address } from './index.js';

let shown; // What was told last.

export function tell(findings) {
  const isNew = shown !== (shown = JSON.stringify(findings));
  if (!isNew && byId('findings')) return;
  byId('findings')?.remove();
  if (!findings[0]) return;
  const title = `The doctor: ${findings.length} finding${findings[1] ? 's' : ''}`;
  byId('panels').prepend(make('section', { id: 'findings', ariaLabel: title }, make('h2', {}, title),
    make('ul', {}, ...findings.map(({ lint, message, help, example }) => make('li', {}, make('b', {}, lint), make('p', {}, ...prose(`${message}.`)),
      make('p', { className: 'hint' }, ...prose(help[0].toUpperCase() + help.slice(1)), '. See ', make('a', { href: address('scenes', example) }, example), '.'))))));
  if (isNew) say(() => byId('findings')?.innerText ?? '');
}
