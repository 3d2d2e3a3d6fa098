type EventMap = WindowEventMap & DocumentEventMap;
type Listeners = { [Type in keyof EventMap]?: (event: EventMap[Type]) => void };

/** Adds listeners, by the types of their events. Returns a function that removes them. */
export function listen(target: EventTarget, listeners: Listeners, options?: AddEventListenerOptions): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of all) target.addEventListener(type, listener, options);
  return () => {
    for (const [type, listener] of all) target.removeEventListener(type, listener, options);
  };
}
