/** The used part of `localStorage`. Writing throws in a private window or if the disk is full. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** The keys: those of the specification, settings, the login dialog, downloads, and the last comic and pictures. */
type Key =
  | ('userInfo' | 'config' | 'settings' | 'reader' | 'comicSettings' | 'downloads')
  | ('lostAccount' | 'resendWaits' | 'acceptedNotices')
  | ('resume' | 'comic' | 'homePictures' | 'comicPictures' | 'lastView' | 'unsent' | 'shelf' | 'choice');

/**
 * Reads a JSON object from the device; null if there is none or it is damaged. The fields in `like` must exist with the same type
 * as the example.
 */
export function readStored<T extends object>(storage: Storage, key: Key, like: Example<NoInfer<T>> = {}): T | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    // Only this app writes these keys, so the other fields are not checked.
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

/** Writes a JSON object to the device. If that fails, it is fetched again next time. */
export function writeStored(storage: Storage, key: Key, value: object) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // The app works without it.
  }
}
