type Follower = (event: Event) => void;

const followers = new WeakMap<HTMLElement, Set<Follower>>();

/**
 * Calls back whenever an element scrolls, or one inside it: once a frame, before it is drawn. All who follow share one
 * listener, because each call from the browser into a page has its price, and in a reader most frames are of a scroll.
 * They are called in the order in which they came. Returns how to stop.
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
