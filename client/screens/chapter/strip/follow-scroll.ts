type Follower = (event: Event) => void;

const followers = new WeakMap<HTMLElement, Set<Follower>>();

/**
 * Calls back whenever an element or one inside it scrolls, once a frame before it is drawn. All callers share one listener,
 * because each call from the browser into the page costs time, and most frames in the reader are scrolls. Callbacks run in the
 * order in which they were added. Returns a function that stops this.
 */
export function followScroll(box: HTMLElement, follow: Follower): () => void {
  const all = followers.get(box) ?? listenTo(box);
  all.add(follow);
  return () => void all.delete(follow);
}

function listenTo(box: HTMLElement): Set<Follower> {
  const all = new Set<Follower>();
  followers.set(box, all);
  box.addEventListener(
    'scroll',
    (event) => {
      for (const follow of all) follow(event);
    },
    { passive: true, capture: true },
  );
  return all;
}
