import { expect, test } from 'vitest';
import { readStored, writeStored } from './stored-json.ts';

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
  writeStored(device, 'userInfo', { id: 7 });
  writeStored(device, 'config', { api_url: 'x' });
  expect(device.held).toEqual({ userInfo: '{"id":7}', config: '{"api_url":"x"}' });
  expect(readStored(device, 'userInfo')).toEqual({ id: 7 });
});

test.each(['{broken', '3', '[]', 'null'])('a damaged value %s counts as none', (value) => {
  expect(readStored(storage({ config: value }), 'config')).toBeNull();
});

test.each(['{}', '{"site":null}', '{"site":{"name":7}}', '{"site":["墨海"]}'])(
  'a stored value without a required field is ignored: %s',
  (value) => {
    const like = { site: { name: '' } };
    expect(readStored<typeof like>(storage({ config: value }), 'config', like)).toBeNull();
    const whole = '{"site":{"name":"墨海"},"more":1}';
    expect(readStored<typeof like>(storage({ config: whole }), 'config', like)).toEqual(JSON.parse(whole));
  },
);

test.each(['{"list":{}}', '{"list":[]}', '{"list":[1]}', '{"list":[1,"2"]}'])(
  'a list that is not one, or too short, is none: %s',
  (value) => {
    const like = { list: [0, 0] };
    expect(readStored<typeof like>(storage({ settings: value }), 'settings', like)).toBeNull();
    expect(readStored<typeof like>(storage({ settings: '{"list":[1,2,3]}' }), 'settings', like)).toEqual({
      list: [1, 2, 3],
    });
  },
);

test('a device without storage does not stop the reader', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(() => writeStored(full, 'config', {})).not.toThrow();
});
