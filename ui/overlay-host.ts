/**
 * Holds what is shown above everything else: notices and the loading sign. A modal dialog covers all that is outside it
 * and makes it inert, so the host moves into the topmost one.
 */
export const overlayHost = document.body.appendChild(document.createElement('div'));
