let preload: (to: string) => void = () => undefined;

/** The route table, which knows how to load screens, hands itself over here; features may not import it. */
export function onPreload(load: (to: string) => void) {
  preload = load;
}

export function preloadScreen(to: string) {
  preload(to);
}
