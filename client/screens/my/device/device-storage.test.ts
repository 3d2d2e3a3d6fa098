import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { clearStored, storedBytes } from './device-storage.ts';

vi.mock('../../../runtime/browser.ts', () => ({ session: {}, send: vi.fn() }));

/** A fake of localStorage. Its keys can be listed like those of a browser. */
class FakeStorage {
  getItem = (key: string) => Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  removeItem = (key: string) => void Reflect.deleteProperty(this, key);
  constructor(held: object) {
    for (const name of ['getItem', 'removeItem']) Object.defineProperty(this, name, { enumerable: false });
    Object.assign(this, held);
  }
}
const downloads = '{"bytes":400,"chapters":{}}';
const KEPT = { userInfo: '{}', config: '{}', settings: '{}', reader: '{}', progress: '[]', downloads };
let local: FakeStorage;
let session: FakeStorage;

beforeEach(() => {
  local = new FakeStorage({ ...KEPT, old: '12345' });
  session = new FakeStorage({ trail: '[]', places: '1' });
  vi.stubGlobal('document', {});
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

test('clearable data is counted in bytes, two for each character of a key or a value', async () => {
  expect(await storedBytes()).toBe(2 * (3 + 5) + 2 * (6 + 1));
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 1400 }) } });
  // Without the downloads, which stay.
  expect(await storedBytes()).toBe(1030);
  const usageDetails = { indexedDB: 900, caches: 500 };
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 1400, usageDetails }) } });
  expect(await storedBytes()).toBe(530);
  vi.stubGlobal('navigator', { storage: { estimate: async () => Promise.reject(new Error('no')) } });
  expect(await storedBytes()).toBe(30);
});

test('clearing removes data, caches and answers, and keeps the profile and unsent data', async () => {
  const dropped: string[] = [];
  vi.stubGlobal('caches', { keys: async () => ['a', 'b'], delete: async (name: string) => void dropped.push(name) });
  queryClient.setQueryData(['home'], 1);
  await clearStored();
  expect([{ ...local }, { ...session }]).toEqual([KEPT, { trail: '[]' }]);
  expect(dropped).toEqual(['a', 'b']);
  expect(queryClient.getQueryData(['home'])).toBeUndefined();
  expect(await storedBytes()).toBe(0);
});

test('without the cache API, as over plain http, the rest is cleared', async () => {
  vi.stubGlobal('caches', undefined);
  Reflect.deleteProperty(globalThis, 'caches');
  queryClient.setQueryData(['home'], 1);
  await clearStored();
  expect([{ ...local }, queryClient.getQueryData(['home'])]).toEqual([KEPT, undefined]);
});
