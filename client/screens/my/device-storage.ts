import { queryClient } from '../../api/queries.ts';

/** What must outlive the clearing: who the reader is, what they chose, and places the server has not heard of. */
const KEPT = ['userInfo', 'config', 'settings', 'progress'];

/** Bytes this site keeps on the device, without what the browser's own cache holds. */
export async function storedBytes(): Promise<number> {
  const texts = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage));
  const held = texts.reduce((sum, [key, value]) => sum + 2 * (key.length + String(value).length), 0);
  const { usage = 0 } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return Math.max(held, usage);
}

/** Forgets what can be fetched again. */
export async function clearStored(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (!KEPT.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  await queryClient.resetQueries();
}

export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
