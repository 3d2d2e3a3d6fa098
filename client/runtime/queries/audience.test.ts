import { expect, test, vi } from 'vitest';
import { CALLS } from '#contract/calls';
import { comicInfo } from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { home } from '#contract/calls/site';

type Reader = { adult: boolean; teen: boolean } | null;
const { client } = vi.hoisted(() => ({ client: { userInfo: null as unknown } }));
vi.mock('../../state.ts', () => ({ useClientState: (select: (state: unknown) => unknown) => select(client) }));

// Outside of a screen: the state above stands still.
const { useAudience: audiencePayload } = await import('./audience.ts');

test.each<[string, Reader, object]>([
  ['nobody known yet', null, {}],
  ['a reader who has confirmed nothing', { adult: false, teen: false }, {}],
  ['a reader of age', { adult: true, teen: false }, { adult: true }],
  ['未成年人模式', { adult: false, teen: true }, { teen: true }],
  ['未成年人模式 of a reader of age', { adult: true, teen: true }, { teen: true }],
])('for %s a list is requested with %o', (_name, reader, added) => {
  client.userInfo = reader;
  expect(audiencePayload(newComics, { genre: 1 })).toEqual({ genre: 1, ...added });
  expect(audiencePayload(home, undefined) ?? {}).toEqual(added);
});

test('the calls with `adult` in their payload are the calls with an audience', () => {
  client.userInfo = { adult: true, teen: false };
  const taking = CALLS.filter(({ payload }) => 'entries' in payload && 'adult' in Object(payload.entries));
  expect(taking.length).toBeGreaterThan(5);
  for (const each of CALLS.filter(({ who }) => who === 'anyone'))
    expect([each.path, audiencePayload(each, {})]).toEqual([each.path, taking.includes(each) ? { adult: true } : {}]);
});

test('a call with a session needs no such payload, because the server has the reader’s age', () => {
  client.userInfo = { adult: true, teen: true };
  expect(audiencePayload(comicInfo, { id: 7 })).toEqual({ id: 7 });
});
