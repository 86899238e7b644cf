// Before anything is shown: the theme, and whether the picture in the document is the one to show.
{
  const { classList, dataset } = document.documentElement, { hash } = location;
  classList.toggle('embedded', /[#&]embed\b/.test(hash));
  try { dataset.theme = localStorage.getItem('theme') ?? ''; } catch { /* No storage in this frame. */ }
  // The picture in this document is not the one to show.
  const { visit } = history.state ?? {};
  try { classList.toggle('later', /[#&]s=/.test(hash) || Boolean(dataset.theme) || `visit ${visit}` in sessionStorage); } catch { /* None. */ }
}
