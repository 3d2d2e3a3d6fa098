import type { Storage } from './stored-json.ts';

type SafeStorage = Storage & Pick<globalThis.Storage, 'removeItem'> & { keys(): string[] };

/** Storage of this device, kept until the reader clears it. */
export const deviceStorage = safeStorage('localStorage');
/** Storage of this tab. */
export const tabStorage = safeStorage('sessionStorage');

/**
 * Never throws. A browser that blocks cookies throws as soon as the storage is named, others throw in a private window or if the disk
 * is full. Then nothing is found and nothing is stored, as on the server.
 */
function safeStorage(name: 'localStorage' | 'sessionStorage'): SafeStorage {
  const storage = () => ('document' in globalThis ? globalThis[name] : null);
  return {
    getItem: (key) => tried(() => storage()?.getItem(key)) ?? null,
    setItem: (key, value) => tried(() => storage()?.setItem(key, value)),
    removeItem: (key) => tried(() => storage()?.removeItem(key)),
    keys: () => tried(() => Object.keys(storage() ?? {})) ?? [],
  };
}

function tried<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
