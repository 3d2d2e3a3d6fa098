/** To a path, or by a number of entries in the browser's history. */
type GoTo = (to: string | number, options: { replace: boolean }) => void;

/** The state of a history entry whose address was only corrected. That is not a navigation, so nothing scrolls. */
export const IN_PLACE = 'in place';

let preload: (to: string) => void = () => undefined;
let go: GoTo = (to, { replace }) => {
  if (typeof to === 'number') history.go(to);
  else if (replace) location.replace(to);
  else location.assign(to);
};

/** Set by the route table, which knows how to load screens; features must not import it. */
export function setPreload(load: (to: string) => void) {
  preload = load;
}

/** Set by the router. If links used its hook, all of them would render whenever the address changes. */
export function setGoTo(way: GoTo) {
  go = way;
}

export function preloadScreen(to: string) {
  preload(to);
}

export function goTo(...way: Parameters<GoTo>) {
  go(...way);
}
