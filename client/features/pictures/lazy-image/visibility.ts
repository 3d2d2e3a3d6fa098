type OnVisible = () => void;

const THRESHOLD = 0.01;
const waiting = new Map<Element, OnVisible>();
let observer: IntersectionObserver | null = null;

function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        const onVisible = waiting.get(entry.target);
        stop(entry.target);
        onVisible?.();
      }
    },
    { threshold: THRESHOLD },
  );
  return observer;
}

function stop(element: Element): void {
  if (waiting.delete(element)) observer?.unobserve(element);
}

/** Calls `onVisible` once, when a hundredth of the element is in view; returns a function that stops waiting. */
export function whenVisible(element: Element, onVisible: () => void): () => void {
  waiting.set(element, onVisible);
  sharedObserver().observe(element);
  return () => stop(element);
}
