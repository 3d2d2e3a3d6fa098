/** The part of `localStorage` in use; writing throws in a private window or when the disk is full. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/**
 * The keys of the specification, the settings of this device and of its reader, what the login dialog remembers, what is
 * downloaded, read last, open, or being removed.
 */
type Key =
  | ('userInfo' | 'config' | 'settings' | 'reader' | 'comicSettings' | 'downloads')
  | ('lostAccount' | 'resendWaits' | 'acceptedNotices')
  | ('resume' | 'comic' | 'sight' | 'homePictures' | 'comicPictures' | 'removal');

/**
 * Reads a bare JSON object from the device; null when there is none or it is damaged. `like` names fields that are used without
 * a further look, each by an example of its kind.
 */
export function readStored<T extends object>(storage: Storage, key: Key, like: Example<NoInfer<T>> = {}): T | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    // The edge of the parsed world: this app alone writes these keys.
    return isLike(value, like) ? (value as T) : null;
  } catch {
    return null;
  }
}

type Example<T> = { [K in keyof T]?: T[K] extends object ? Example<T[K]> : T[K] };

function isLike(value: unknown, like: object): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(value) === Array.isArray(like) &&
    Object.entries(like).every(([name, example]) => {
      const field: unknown = Reflect.get(value, name);
      return typeof example === 'object' ? isLike(field, example) : typeof field === typeof example;
    })
  );
}

/** Writes a bare JSON object to the device; what can't be written is fetched again next time. */
export function store(storage: Storage, key: Key, value: object) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
