// A page of `marbled site`: what other pages ask a server for is in the scripts beside it. It edits nothing.
{
  const byId = (id) => document.getElementById(id);
  const { kind, name, answer: first } = JSON.parse(byId('first').textContent);
  const { columns: [wide, narrow], values, answers, exports } = marbledPage;
  let [hasSteps, isSolved] = [false, false];

  // The picture with the colors of a theme.
  function dressed(svg, theme) {
    const when = (isShown) => `@media ${isShown ? 'all' : 'not all'}`;
    return svg.replace('@media(prefers-color-scheme:dark)', when(theme !== 'light'))
      .replace('@media(prefers-contrast:more)', when(theme === 'high-contrast'));
  }

  function find(columns, isHidden) {
    const names = [columns, isSolved && 'solved', hasSteps && 'steps', isHidden && 'hidden'];
    // After a solution, a scene may have no steps.
    const members = [names, names.toSpliced(2, 1)].map((some) => answers[some.filter(Boolean).join(' ')]).find(Boolean);
    return { ...first, ...Object.fromEntries(Object.entries(members).map(([key, index]) => [key, values[index]])) };
  }

  // What is known of an answer at a time, up to which its outputs are shown.
  function until(time, answer) {
    const { layout, rows, sentences } = answer;
    const inputs = new Set(rows.filter((row) => row.kind === 'input').map((row) => row.name));
    const isKnown = (one) => inputs.has(one.row) || one.time <= time;
    return {
      ...answer, cards: [], sentences: sentences.filter(isKnown),
      rows: rows.map((row) => (row.failure?.time > time ? { ...row, failure: undefined } : row)),
      layout: {
        ...layout, instants: layout.times, times: layout.times.filter((at) => at <= time), marbles: layout.marbles.filter(isKnown),
        marks: layout.marks.filter(isKnown) },
    };
  }

  const steps = Object.assign(document.createElement('button'), { id: 'allSteps' });
  byId('predict').after(steps);
  byId('yaml').readOnly = true;
  byId('predictions').querySelector('.hint').textContent = 'Say what comes out of each row, then look. Drawing and comparing need a server.';

  globalThis.marbledSite = {
    library: marbledLibrary,
    // What the page shows; null for the front page.
    place: document.documentElement.dataset.root ? { kind, name } : null,
    exports: Object.keys(exports),
    fitting: (width) => (width < 560 ? narrow : wide),
    // The answer to a request for a run: the only edits are those of this script, and the solution of an exercise.
    answer({ edits = [], columns, revealed = null, theme, exports: wanted }) {
      if (wanted) return { exports };
      if (edits[0] === 'steps') hasSteps = !hasSteps; else if (edits.length > 0) isSolved = true;
      const found = find(columns, revealed !== null && revealed < 0);
      const { layout } = found;
      const answer = { ...found, svg: dressed(found.svg, theme), layout: { ...layout, instants: layout.times } };
      return revealed >= 0 && revealed !== null ? until(revealed, answer) : answer;
    },
    // Shows what can be done with an answer.
    show({ rows }, { commit }) {
      const shown = rows.filter((row) => row.stages !== undefined);
      steps.hidden = !Object.keys(answers).some((one) => one.includes('steps')) || shown.length === 0;
      steps.textContent = shown.every((row) => row.stages) ? 'Hide steps' : 'Show each step';
      steps.onclick = () => commit(['steps']);
    },
  };
}
