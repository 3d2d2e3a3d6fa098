/**
 * Reports where an element is in the view, at first and after each change. A busy page gets several states at once; only the newest
 * is reported, because no other follows it. Returns a function that stops.
 */
export function watchView(
  element: Element,
  onChange: (state: IntersectionObserverEntry) => void,
  options?: IntersectionObserverInit,
): () => void {
  const observer = new IntersectionObserver((states) => {
    const newest = states.at(-1);
    if (newest) onChange(newest);
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
}
