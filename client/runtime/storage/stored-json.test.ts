import { expect, test } from 'vitest';
import { readStored, store } from './stored-json.ts';

function storage(held: Record<string, string> = {}) {
  return {
    held,
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      held[key] = value;
    },
  };
}

test('userInfo and config are kept as bare objects under exactly these keys', () => {
  const device = storage();
  store(device, 'userInfo', { id: 7 });
  store(device, 'config', { api_url: 'x' });
  expect(device.held).toEqual({ userInfo: '{"id":7}', config: '{"api_url":"x"}' });
  expect(readStored(device, 'userInfo')).toEqual({ id: 7 });
});

test.each(['{broken', '3', '[]', 'null'])('a damaged value %s counts as none', (value) => {
  expect(readStored(storage({ config: value }), 'config')).toBeNull();
});

test('a device that can’t keep anything does not stop the reader', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(() => store(full, 'config', {})).not.toThrow();
});
