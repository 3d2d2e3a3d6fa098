/**
 * Contains what is shown above everything else: notices and the loading sign. A modal dialog covers everything outside and makes
 * it inert, so this element moves into the topmost dialog.
 */
export const overlayHost = document.body.appendChild(document.createElement('div'));
