import { afterAll, beforeAll, expect, test } from 'vitest';
import { finish, free, newComics, weekly } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, setOnline } from '../../../../testing/factories/comics.ts';
import { newAddress } from '../../../../testing/factories/readers.ts';

let site: TestApp;
let added = 0;
beforeAll(async () => {
  site = await startTestApp();
  for (let i = 0; i < 60; i++) await addAny(i);
  await site.caughtUp();
});
afterAll(() => site.close());

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * MINUTE);

/** Of any status, genre and weekday; many at the very same moment, where the id decides. */
async function addAny(seed: number): Promise<void> {
  const moment = at(Math.floor(((seed * 7) % 60) / 6));
  await addComic(site, {
    title: `第${added++}部`,
    status: seed % 3 === 0 ? 'complete' : 'serial',
    genres: seed % 2 === 0 ? ['奇幻'] : ['校园', '奇幻'],
    weekdays: [1 + (seed % 2), 7],
    createdAt: moment,
    chapters: [{ publishedAt: moment, price: seed % 5 === 0 ? 30 : 0 }],
  });
}

const LISTS = [
  ['new', newComics, {}],
  ['new of a genre', newComics, { genre: '校园' }],
  ['finish', finish, {}],
  ['finish of a genre', finish, { genre: '奇幻' }],
  ['free', free, {}],
  ['every day', weekly, { day: 0 }],
  ['a weekday', weekly, { day: 7 }],
] as const;
type ListCall = (typeof LISTS)[number];

const page = async ([, call, payload]: ListCall, more: { size: number; cursor?: string }) => {
  // More pages than one address may have made for it.
  const { data } = await site.call(call, { ...payload, ...more }, { remoteAddress: newAddress() });
  if (!data) throw new Error('no page');
  return { ids: data.list.map(({ id }) => id), next: data.next };
};

test.each(LISTS.map((list) => [list[0], list] as const))(
  '%s, in pages of any size, is the whole list, also if comics are added between the pages',
  async (_, list) => {
    const whole = await page(list, { size: 50 });
    const rest = whole.next === null ? [] : (await page(list, { size: 50, cursor: whole.next })).ids;
    const all = [...whole.ids, ...rest];
    expect(all.length).toBeGreaterThan(5);
    for (const size of [1, 2, 7, 19]) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const { ids, next } = await page(list, cursor === undefined ? { size } : { size, cursor });
        expect(ids.length).toBe(Math.min(size, all.length - seen.length));
        expect(next === null).toBe(seen.length + ids.length === all.length);
        seen.push(...ids);
        cursor = next ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(all);
    }
    const first = await page(list, { size: 4 });
    for (let i = 0; i < 3; i++) {
      // Later than all that is there: before the page that was read, never behind it.
      added++;
      await addComic(site, {
        status: list[1] === finish ? 'complete' : 'serial',
        genres: ['奇幻', '校园'],
        weekdays: [7],
        createdAt: at(1000 + added),
        chapters: [{ publishedAt: at(1000 + added) }],
      });
      await site.caughtUp();
    }
    const then = await page(list, { size: 50, ...(first.next !== null && { cursor: first.next }) });
    expect([...first.ids, ...then.ids]).toEqual(all.slice(0, 54));
  },
);

test('a cursor of another list, another genre or another day is refused by name', async () => {
  const cursors = new Map<string, string>();
  for (const list of LISTS) cursors.set(list[0], (await page(list, { size: 1 })).next ?? '');
  for (const [name, call, payload] of LISTS) {
    for (const [other, cursor] of cursors) {
      const answer = await site.call(call, { ...payload, cursor });
      if (other === name) expect(answer.code).toBe(0);
      else
        expect([other, answer.http, answer.code, answer.message]).toEqual([
          other,
          400,
          1001,
          expect.stringContaining('cursor'),
        ]);
    }
  }
});

test('a list continues at its position although the comic of the cursor is gone', async () => {
  const list = LISTS[4];
  const { ids, next } = await page(list, { size: 3 });
  const whole = await page(list, { size: 50 });
  await setOnline(site, ids[2] ?? 0, false);
  await site.caughtUp();
  expect((await page(list, { size: 47, cursor: next ?? '' })).ids).toEqual(whole.ids.slice(3));
});
