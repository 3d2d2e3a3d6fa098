/** What happens at each frame of a scroll or of a movement. */
const FREQUENT = /^(scroll|scrollend|wheel|touchmove|(pointer|mouse)(move|over|out))$/;

/**
 * Keeps the framework's listeners for such events off its root: it listens there to all events there are and looks for
 * handlers from the target up, a millisecond each on a slow phone; and for a listener of wheel or touchmove the browser looks up
 * what lies under the finger. Whoever needs one listens at the element itself (`onScroll` does by itself).
 */
export function withoutFrequentEvents(root: HTMLElement): HTMLElement {
  const listen = root.addEventListener.bind(root);
  root.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (!FREQUENT.test(type)) listen(type, listener, options);
  };
  return root;
}
