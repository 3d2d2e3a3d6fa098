/** Contains all dialogs. Its theme is that of the screen, which may differ from the page's. */
export const dialogHost = document.body.appendChild(document.createElement('div'));

/**
 * Contains the elements above everything else: notices and the loading sign. A modal dialog covers everything outside and makes
 * it inert, so this element moves into the topmost dialog.
 */
export const overlayHost = dialogHost.appendChild(document.createElement('div'));

/**
 * For a screen with a theme of its own (`undefined` = that of the page) and with bars of its own: its dialogs and notices have that
 * theme, and its notices are between the bars. Returns a function that undoes it.
 */
export function setOverlayScreen(theme: 'light' | 'dark' | undefined): () => void {
  const { dataset } = dialogHost;
  if (theme) dataset.theme = theme;
  dataset.ownBars = '';
  return () => {
    delete dataset.theme;
    delete dataset.ownBars;
  };
}
