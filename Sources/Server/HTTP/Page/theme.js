// The theme that was chosen on the page.
try { document.documentElement.dataset.theme = localStorage.getItem('theme') ?? ''; } catch { /* No storage in this frame. */ }
