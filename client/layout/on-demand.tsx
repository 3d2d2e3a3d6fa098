import { type ComponentType, lazy } from 'react';

/** A component whose code is loaded when it is first rendered; `without` stands in where that fails. */
export function onDemand(load: () => Promise<ComponentType>, without: ComponentType = () => null) {
  return lazy(() =>
    load()
      .catch(() => without)
      .then((Component: ComponentType) => ({ default: Component })),
  );
}
