type Follower = (event: WheelEvent) => void;

const followers = new Set<Follower>();
const onWheel = (event: WheelEvent) => {
  if (event.ctrlKey) for (const follow of followers) follow(event);
};

/**
 * Calls `follow` for each step of a pinch on a trackpad. Browsers report it as a wheel event with ctrl. Returns a function that
 * stops this. A wheel listener delays every scroll, so there is only one, and none on a phone.
 */
export function followTrackpadPinch(follow: Follower): () => void {
  if (followers.size === 0) {
    const finePointer = matchMedia('(any-pointer: fine)');
    const listen = () => {
      if (finePointer.matches) document.addEventListener('wheel', onWheel, { passive: false });
      else document.removeEventListener('wheel', onWheel);
    };
    listen();
    finePointer.addEventListener('change', listen);
  }
  followers.add(follow);
  return () => void followers.delete(follow);
}
