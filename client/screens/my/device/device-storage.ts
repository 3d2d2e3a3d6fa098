import { INDEX_KEY, readIndex } from '../../../features/downloads/download-index.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { deviceStorage, tabStorage } from '../../../runtime/storage/safe-storage.ts';

/**
 * The keys that stay when the cache is cleared: the profile, the settings, the typed login, the way back, unsent reading
 * positions and changes, downloads.
 */
const KEPT = [
  'userInfo',
  'config',
  'settings',
  'reader',
  'comicSettings',
  'lostAccount',
  'resendWaits',
  'progress',
  'unsent',
  'trail',
  INDEX_KEY,
];

/** Bytes on this device that `clearStored` would free; the browser's own cache is not included. */
export async function storedBytes(): Promise<number> {
  const held = clearable().reduce(
    (sum, [storage, key]) => sum + 2 * (key.length + (storage.getItem(key)?.length ?? 0)),
    0,
  );
  const estimate: Estimate = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return held + cachedBytes(estimate);
}

/** Chromium and Firefox report the size of each kind of storage; empty kinds are left out. */
type Estimate = StorageEstimate & { usageDetails?: { caches?: number } };

/** Without the downloads, which stay. Their database uses space even if it is empty. */
function cachedBytes({ usage = 0, usageDetails }: Estimate): number {
  return usageDetails ? (usageDetails.caches ?? 0) : Math.max(0, usage - (readIndex()?.bytes ?? 0));
}

/** Removes the data that can be fetched again. */
export async function clearStored(): Promise<void> {
  for (const [storage, key] of clearable()) storage.removeItem(key);
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Without a cache, as over plain http, or where the browser blocks it.
  }
  await queryClient.resetQueries();
}

function clearable(): [typeof deviceStorage, string][] {
  return [deviceStorage, tabStorage].flatMap((storage) =>
    storage
      .keys()
      .filter((key) => !KEPT.includes(key))
      .map((key): [typeof deviceStorage, string] => [storage, key]),
  );
}
