import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { invalidField } from '#contract/codes';
import { chapterPrice } from '#contract/console/chapters';
import { comicEdit, comicUndo } from '#contract/console/comics';
import { comicHistory, comicPrices } from '#contract/console/comics-history';
import type { StaffCall } from '#contract/console/staff-call';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { addPromotion } from '../../../../testing/factories/promotions.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { cursorAfter } from '../../../core/refusal/paging.ts';

let site: TestApp;
let editor: StaffPerson;
beforeAll(async () => {
  site = await startTestApp();
  const now = new Date();
  editor = await addPerson(site, await firstOwner(site, now), 'editor', '小周', now);
});
afterAll(() => site.close());

const ask = <C extends StaffCall>(call: C, payload: InputOf<C>) =>
  staffCall(site, call, payload, { cookie: editor.cookie });

test('the history of a comic has its own changes, those of its chapters, and the undone ones', async () => {
  const { comicId: id, chapters } = await addComic(site, { chapters: [{}, {}] });
  const base = { description: '' };
  const { data } = await ask(comicEdit, { id, base, change: { description: '新的简介' }, reason: '改版' });
  await ask(chapterPrice, { comicId: id, ids: [chapters[1]?.id ?? 0], priceCoins: 5 });
  await ask(comicUndo, { entries: data?.entries ?? [] });
  const { data: shown } = await ask(comicHistory, { id });
  expect(
    shown?.list.map(({ action, actorName, chapterNo, undone, canUndo }) => [
      action,
      actorName,
      chapterNo,
      undone,
      canUndo,
    ]),
  ).toEqual([
    ['undo', '小周', null, false, true],
    ['price', '小周', 2, false, true],
    ['edit', '小周', null, true, false],
  ]);
  expect(shown?.list[2]).toMatchObject({
    before: { description: '' },
    after: { description: '新的简介' },
    reason: '改版',
  });
});

test('prices are shown as readers pay them now and at a time, promotions included', async () => {
  const { comicId: id } = await addComic(site, { chapters: [{}, { price: 25 }, { price: 30, freeAt: at(3) }] });
  await addPromotion(site, { comicIds: [id], percent: 50, startsAt: at(1), endsAt: at(2) });
  await site.caughtUp();
  const prices = async (time: Date) =>
    (await ask(comicPrices, { id, at: time.toISOString() })).data?.list.map(({ now, later }) => [now, later]);
  expect(await prices(at(1))).toEqual([
    [0, 0],
    [25, 13],
    [30, 15],
  ]);
  expect(await prices(at(3))).toEqual([
    [0, 0],
    [25, 25],
    [30, 0],
  ]);
});

test('prices have no page before the first', async () => {
  const { comicId: id } = await addComic(site, { chapters: [{}, {}] });
  await site.caughtUp();
  const page = { id, at: at(1).toISOString(), size: 1 };
  expect((await ask(comicPrices, page)).data?.next).toBe(cursorAfter([1]));
  expect((await ask(comicPrices, { ...page, cursor: cursorAfter([-1]) })).code).toBe(invalidField);
});

function at(days: number): Date {
  return new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 + days * 24 * 3_600_000);
}
