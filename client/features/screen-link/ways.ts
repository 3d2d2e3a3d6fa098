type GoTo = (to: string, options: { replace: boolean }) => void;

/** The state of a history entry whose address was put right behind the reader's back: no navigation, nothing scrolls. */
export const IN_PLACE = 'in place';

let preload: (to: string) => void = () => undefined;
let go: GoTo = (to, { replace }) => (replace ? location.replace(to) : location.assign(to));

/** The route table, which knows how to load screens, hands itself over here; features may not import it. */
export function onPreload(load: (to: string) => void) {
  preload = load;
}

/** The router hands itself over: links that asked it would all be drawn anew whenever the address changes. */
export function onGoTo(way: GoTo) {
  go = way;
}

export function preloadScreen(to: string) {
  preload(to);
}

export function goTo(to: string, options: { replace: boolean }) {
  go(to, options);
}
