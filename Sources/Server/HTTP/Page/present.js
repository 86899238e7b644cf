// The whole screen: a key and a button, which hide with the pointer while the mouse rests.

const RESTED = 3000; // Milliseconds without a move.

// `button` turns it on and off, and so does the function that is returned. With `fills`, the page fills its window where a
// browser refuses the screen, as in a frame; Escape leaves that, too.
export function present(button, { fills = false } = {}) {
  const root = document.documentElement;
  // Also a browser that was started as a kiosk.
  const whole = matchMedia('(display-mode: fullscreen)');
  let isFilled = false;
  const isFull = () => document.fullscreenElement !== null || (fills ? isFilled : whole.matches);
  let rest = null;

  function wake() {
    clearTimeout(rest);
    root.classList.remove('resting');
    if (isFull()) rest = setTimeout(() => root.classList.add('resting'), RESTED);
  }

  function change() {
    const label = document.fullscreenElement || isFilled ? 'Leave full screen' : 'Full screen';
    button.lastElementChild.textContent = label;
    button.title = `${label} (F)`;
    root.classList.toggle('presenting', isFull());
    wake();
  }

  function fill(isOn) {
    isFilled = fills && isOn;
    change();
  }

  // A pointer that a change of the page has moved over something else has not moved.
  addEventListener('pointermove', ({ movementX, movementY }) => { if (movementX || movementY) wake(); });
  for (const kind of ['pointerdown', 'keydown', 'focusin']) addEventListener(kind, wake);
  addEventListener('keydown', ({ key, defaultPrevented }) => { if (key === 'Escape' && isFilled && !defaultPrevented) fill(false); });
  document.addEventListener('fullscreenchange', change);
  whole.addEventListener('change', change);
  const isPossible = () => fills || (document.fullscreenEnabled && (document.fullscreenElement || !whole.matches));
  const toggle = async () => {
    if (!isPossible()) return;
    if (isFilled) return fill(false);
    if (document.fullscreenElement) return document.exitFullscreen();
    // Without `fills`, all stays as it is where a browser refuses.
    await (root.requestFullscreen?.() ?? Promise.reject()).catch(() => fill(true));
  };
  button.hidden = !isPossible();
  button.onclick = toggle;
  change();
  return toggle;
}
