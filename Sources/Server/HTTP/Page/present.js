// The whole screen: a key and a button, which hide with the pointer while the mouse rests.

const RESTED = 3000; // Milliseconds without a move.

// `button` turns it on and off, and so does the function that is returned.
export function present(button) {
  const root = document.documentElement;
  // Also a browser that was started as a kiosk.
  const whole = matchMedia('(display-mode: fullscreen)');
  const isFull = () => document.fullscreenElement !== null || whole.matches;
  let rest = null;

  function wake() {
    clearTimeout(rest);
    root.classList.remove('resting');
    if (isFull()) rest = setTimeout(() => root.classList.add('resting'), RESTED);
  }

  function change() {
    button.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
    root.classList.toggle('presenting', isFull());
    wake();
  }

  // A pointer that a change of the page has moved over something else has not moved.
  addEventListener('pointermove', ({ movementX, movementY }) => { if (movementX || movementY) wake(); });
  for (const kind of ['pointerdown', 'keydown', 'focusin']) addEventListener(kind, wake);
  document.addEventListener('fullscreenchange', change);
  whole.addEventListener('change', change);
  const isPossible = () => document.fullscreenEnabled && (document.fullscreenElement || !whole.matches);
  const toggle = () => {
    if (!isPossible()) return;
    // A browser may refuse; then all stays as it is.
    (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});
  };
  button.hidden = !isPossible();
  button.onclick = toggle;
  change();
  return toggle;
}
