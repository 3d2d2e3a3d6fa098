type Watched = () => void;

const THRESHOLD = 0.01;
const watched = new Map<Element, Watched>();
let observer: IntersectionObserver | null = null;

function shared(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        const onVisible = watched.get(entry.target);
        stop(entry.target);
        onVisible?.();
      }
    },
    { threshold: THRESHOLD },
  );
  return observer;
}

function stop(element: Element): void {
  if (watched.delete(element)) observer?.unobserve(element);
}

/** Calls `onVisible` once, when a hundredth of the element is in view; returns a function that stops waiting. */
export function whenVisible(element: Element, onVisible: () => void): () => void {
  watched.set(element, onVisible);
  shared().observe(element);
  return () => stop(element);
}
