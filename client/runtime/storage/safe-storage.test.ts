// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { deviceStorage, tabStorage } from './safe-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

test('each storage is the one of the browser', () => {
  deviceStorage.setItem('a', '1');
  tabStorage.setItem('b', '2');
  expect([localStorage.getItem('a'), sessionStorage.getItem('b')]).toEqual(['1', '2']);
  expect([deviceStorage.getItem('a'), deviceStorage.getItem('b'), deviceStorage.keys()]).toEqual(['1', null, ['a']]);
  deviceStorage.removeItem('a');
  expect(localStorage.length).toBe(0);
});

test.each(['localStorage', 'sessionStorage'] as const)('a blocked %s is empty', (name) => {
  const storage = name === 'localStorage' ? deviceStorage : tabStorage;
  storage.setItem('a', '1');
  vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  storage.setItem('a', '2');
  storage.removeItem('a');
  expect([storage.getItem('a'), storage.keys()]).toEqual([null, []]);
});

test('a full storage keeps what it has', () => {
  const full = {
    getItem: () => '1',
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(full as unknown as Storage);
  deviceStorage.setItem('a', '2');
  expect(deviceStorage.getItem('a')).toBe('1');
});
