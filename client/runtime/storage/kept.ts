/** The part of `localStorage` in use; writing throws in a private window or when the disk is full. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** The keys of the specification, and the settings of this device. */
type Key = 'userInfo' | 'config' | 'settings';

/** Reads a bare JSON object kept on the device; null when there is none or it is damaged. */
export function readKept<T extends object>(storage: Storage, key: Key): T | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    // The edge of the parsed world: this app alone writes these keys.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a bare JSON object on the device; what can't be kept is fetched again next time. */
export function keep(storage: Storage, key: Key, value: object) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
