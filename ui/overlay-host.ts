/** Contains all dialogs. Its theme is that of the screen, which may differ from the page's. */
export const dialogHost = document.body.appendChild(document.createElement('div'));

/**
 * Contains the elements above everything else: notices and the loading sign. A modal dialog covers everything outside and makes
 * it inert, so this element moves into the topmost dialog.
 */
export const overlayHost = dialogHost.appendChild(document.createElement('div'));

/** Gives dialogs and notices the theme of a screen; `undefined` = that of the page. Returns a function that undoes it. */
export function setOverlayTheme(theme: 'light' | 'dark' | undefined): () => void {
  if (theme) dialogHost.dataset.theme = theme;
  return () => {
    delete dialogHost.dataset.theme;
  };
}
