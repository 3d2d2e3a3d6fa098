import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import {
  chapterVerify,
  comicChapters,
  comicInfo,
  comicPay,
  comicRead,
  waitComics,
  waitOpen,
} from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { figures } from '#contract/console/figures';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeChapter, changeComic, setOnline } from '../../testing/factories/comics.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';
import { newVisitor, signedIn } from '../../testing/factories/readers.ts';
import { firstOwner, staffCall } from '../../testing/factories/staff.ts';
import { expectSoundLedger, giveTo } from '../../testing/factories/wallets.ts';

const HOUR_MS = 3600 * 1000;
const NOW = new Date('2026-03-10T04:00:00.000Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const PRICES = [{}, { price: 10 }, { price: 10 }, { price: 10 }, { price: 10 }];

let site: TestApp;
let reader: { id: number; token: string };

beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(NOW);
  reader = await signedIn(site);
});
afterEach(() => expectSoundLedger(site));

const as = () => ({ token: reader.token });
const open = (id: number, key = randomUUID() as string) => site.call(waitOpen, { id, key }, as());
const read = (id: number) => site.call(comicRead, { id }, as());
const info = async (id: number) => (await site.call(comicInfo, { id }, as())).data;

/** Five chapters: the first is free, the last one is too new to be opened by waiting. */
async function waitingComic(settings: Parameters<typeof changeComic>[2] = {}) {
  const { comicId, chapters } = await addComic(site, {
    createdAt: new Date(NOW.getTime() - 60_000),
    chapters: PRICES,
  });
  await changeComic(site, comicId, { waitHours: 24, waitExceptLatest: 1, waitReadHours: 48, ...settings });
  await site.caughtUp();
  return { comicId, ids: chapters.map(({ id }) => id) as [number, number, number, number, number] };
}

test('nothing is shown of it and nothing opens while it is off, as it is at first', async () => {
  const { comicId, ids } = await waitingComic({ waitHours: 0 });
  expect(await info(comicId)).not.toHaveProperty('waitFree');
  expect(await info(comicId)).not.toHaveProperty('waits');
  const { data } = await site.call(chapterVerify, { id: ids[1] }, as());
  expect(data).not.toHaveProperty('waitFree');
  expect(await open(ids[1])).toMatchObject({ code: 3005 });
  const { comicId: untouched } = await addComic(site, { createdAt: NOW, chapters: PRICES });
  expect(await info(untouched)).not.toHaveProperty('waitFree');
});

test('a chapter is opened without coins, can be read and is not owned; the next one has to wait', async () => {
  const { comicId, ids } = await waitingComic();
  expect(await info(comicId)).toMatchObject({
    waits: true,
    waitFree: { hours: 24, readHours: 48, readyAt: null, next: ids[1] },
  });
  expect(await read(ids[1])).toMatchObject({
    code: 3003,
    data: { access: 'locked', waitFree: { hours: 24, readHours: 48, readyAt: null } },
  });
  const until = inHours(48).toISOString();
  expect((await open(ids[1])).data).toEqual({ until, readyAt: inHours(24).toISOString() });
  expect(await read(ids[1])).toMatchObject({
    code: 0,
    data: { chapter: { access: 'free', opened: { by: 'wait', until }, price: 10, salePrice: 10 } },
  });
  const detail = await info(comicId);
  expect(detail?.waitFree).toEqual({ hours: 24, readHours: 48, readyAt: inHours(24).toISOString(), next: ids[2] });
  expect(detail?.chapters.map(({ access }) => access)).toEqual(['free', 'free', 'locked', 'locked', 'locked']);
  expect((await site.call(comicChapters, { id: comicId, locked: true }, as())).data?.total).toBe(3);
  expect(await open(ids[2])).toMatchObject({ code: 3004, data: { readyAt: inHours(24).toISOString() } });
});

test('the newest chapters stay paid, what is free or owned uses nothing, and a visitor must sign in', async () => {
  const { ids } = await waitingComic();
  expect(await open(ids[4])).toMatchObject({ code: 3005 });
  expect((await site.call(chapterVerify, { id: ids[4] }, as())).data).not.toHaveProperty('waitFree');
  expect((await open(ids[0])).data).toEqual({ until: null, readyAt: null });
  await giveTo(site, reader.id, { coins: 10 });
  await site.call(comicPay, { chapterIds: [ids[1]], expect: 10, key: randomUUID() }, as());
  expect((await open(ids[1])).data).toEqual({ until: null, readyAt: null });
  expect(await site.call(waitOpen, { id: ids[2], key: randomUUID() }, { token: await newVisitor(site) })).toMatchObject(
    {
      code: 1401,
    },
  );
  expect((await open(ids[2])).code).toBe(0);
});

test('the same key opens once, also after the timer is ready again, and not another chapter', async () => {
  const { ids } = await waitingComic();
  const key = randomUUID();
  const first = (await open(ids[1], key)).data;
  expect((await open(ids[1], key)).data).toEqual(first);
  expect(await open(ids[2], key)).toMatchObject({ code: 1001 });
  site.setTime(inHours(24));
  expect((await open(ids[1], key)).data).toEqual(first);
  expect((await open(ids[2])).code).toBe(0);
});

test('a chapter is readable up to its end, and the timer is ready at its time, to the millisecond', async () => {
  const { comicId, ids } = await waitingComic();
  await open(ids[1]);
  site.setTime(new Date(inHours(24).getTime() - 1));
  expect((await open(ids[2])).code).toBe(3004);
  site.setTime(inHours(24));
  expect((await info(comicId))?.waitFree?.readyAt).toBeNull();
  site.setTime(new Date(inHours(48).getTime() - 1));
  expect((await read(ids[1])).code).toBe(0);
  site.setTime(inHours(48));
  expect((await read(ids[1])).code).toBe(3003);
  expect((await info(comicId))?.waitFree?.next).toBe(ids[1]);
});

test('a chapter that a promotion makes free uses no timer, and can be opened by it after the end', async () => {
  const { comicId, ids } = await waitingComic({ waitHours: 168 });
  await addPromotion(site, { comicIds: [comicId], percent: 0, startsAt: NOW, endsAt: inHours(2) });
  await site.caughtUp();
  expect((await open(ids[1])).data).toEqual({ until: null, readyAt: null });
  expect(await info(comicId)).not.toHaveProperty('waitFree');
  site.setTime(inHours(2));
  expect((await open(ids[1])).data?.readyAt).toBe(inHours(170).toISOString());
});

test('a wait that is longer than a promotion runs on through it, and the chapter is locked again after it', async () => {
  const { comicId, ids } = await waitingComic({ waitHours: 168 });
  const readyAt = inHours(168).toISOString();
  expect((await open(ids[1])).data).toMatchObject({ readyAt });
  await addPromotion(site, { comicIds: [comicId], percent: 0, startsAt: inHours(1), endsAt: inHours(3) });
  await site.caughtUp();
  const answers = async () => [(await read(ids[2])).code, (await open(ids[2])).code];
  expect(await answers()).toEqual([3003, 3004]);
  site.setTime(inHours(1));
  expect(await answers()).toEqual([0, 0]);
  expect(await info(comicId)).not.toHaveProperty('waitFree');
  site.setTime(inHours(3));
  expect(await answers()).toEqual([3003, 3004]);
  expect((await info(comicId))?.waitFree).toMatchObject({ readyAt, next: ids[2] });
  site.setTime(inHours(168));
  expect((await open(ids[2])).data?.readyAt).toBe(inHours(336).toISOString());
});

test('a chapter that turns free while its timer runs is read without it, and the timer runs on', async () => {
  const { comicId, ids } = await waitingComic({ waitHours: 168 });
  const price = async (nos: number[], priceCoins: number) => {
    for (const no of nos) await changeChapter(site, comicId, no, { priceCoins });
    await site.caughtUp();
  };
  const readyAt = inHours(168).toISOString();
  await open(ids[1]);
  expect((await read(ids[2])).code).toBe(3003);
  await price([3], 0);
  expect((await read(ids[2])).data).toMatchObject({ chapter: { access: 'free' } });
  expect((await open(ids[2])).data).toEqual({ until: null, readyAt: null });
  expect((await info(comicId))?.waitFree).toMatchObject({ readyAt, next: ids[3] });
  await price([2, 4, 5], 0);
  expect(await info(comicId)).not.toHaveProperty('waitFree');
  expect(await info(comicId)).not.toHaveProperty('waits');
  expect((await site.call(waitComics, {}, as())).data?.list).toEqual([]);
  await price([2, 3, 4, 5], 10);
  expect((await read(ids[2])).code).toBe(3003);
  expect(await open(ids[2])).toMatchObject({ code: 3004, data: { readyAt } });
});

test('after the operator turns it off, what is open stays open to its end and nothing more is opened', async () => {
  const { comicId, ids } = await waitingComic();
  await open(ids[1]);
  await changeComic(site, comicId, { waitHours: 0 });
  await site.caughtUp();
  site.setTime(inHours(30));
  expect((await read(ids[1])).code).toBe(0);
  expect((await open(ids[2])).code).toBe(3005);
});

test('a comic that is taken offline is gone for those who have not bought it, and opens again with it', async () => {
  const { comicId, ids } = await waitingComic();
  const key = randomUUID();
  await open(ids[1], key);
  await setOnline(site, comicId, false);
  await site.caughtUp();
  expect((await read(ids[1])).code).toBe(3002);
  expect((await open(ids[2])).code).toBe(3002);
  expect((await site.call(waitComics, {}, as())).data?.list).toEqual([]);
  await setOnline(site, comicId, true);
  await site.caughtUp();
  expect((await read(ids[1])).code).toBe(0);
});

test('a reader in 未成年人模式 may use it, since no money is spent', async () => {
  const { ids } = await waitingComic();
  await site.call(userTeen, { on: true, pin: '1234' }, as());
  expect((await open(ids[1])).code).toBe(0);
});

test('the list has the comics that the reader opened chapters of, ready ones first, without those read to their end', async () => {
  const [later, ready, whole] = [await waitingComic(), await waitingComic({ waitHours: 1 }), await waitingComic()];
  expect((await site.call(waitComics, {}, as())).data?.list).toEqual([]);
  for (const { ids } of [later, ready, whole]) await open(ids[1]);
  await changeComic(site, whole.comicId, { waitExceptLatest: 3 });
  await site.caughtUp();
  site.setTime(inHours(2));
  expect((await site.call(waitComics, {}, as())).data?.list).toMatchObject([
    { comic: { id: ready.comicId, waits: true }, readyAt: null, next: ready.ids[2] },
    { comic: { id: later.comicId }, readyAt: inHours(24).toISOString(), next: later.ids[2] },
  ]);
});

test('a card shows the badge only while a chapter costs something', async () => {
  const { comicId } = await waitingComic();
  const badge = async () =>
    (await site.call(newComics, {})).data?.list.find(({ id }: { id: number }) => id === comicId)?.waits;
  expect(await badge()).toBe(true);
  await changeComic(site, comicId, { waitHours: 0 });
  await site.caughtUp();
  expect(await badge()).toBeUndefined();
});

test('the figures count uses and readers, and those of them who buy a chapter of the comic within seven days', async () => {
  site.setTime(inHours(24 * 30));
  const { cookie } = await firstOwner(site, inHours(24 * 30));
  const span = { from: '2026-04-09', to: '2026-04-09' };
  const read = async () => {
    // While the session of the member of staff lasts.
    site.setTime(inHours(24 * 30));
    const { data, message } = await staffCall(site, figures, span, { cookie });
    return data ? data.waitFree : message;
  };
  expect(await read()).toBeUndefined();
  const [one, other] = [await waitingComic({ waitHours: 1 }), await waitingComic()];
  const buyer = await signedIn(site);
  reader = buyer;
  await giveTo(site, buyer.id, { coins: 20 });
  await open(one.ids[1]);
  await open(other.ids[1]);
  site.setTime(inHours(24 * 30 + 1));
  await open(one.ids[2]);
  reader = await signedIn(site);
  await open(other.ids[1]);
  await giveTo(site, reader.id, { coins: 20 });
  expect(await read()).toEqual({ uses: 4, readers: 2, buyers: 0 });
  site.setTime(inHours(24 * 30 + 1 + 7 * 24));
  await site.call(comicPay, { chapterIds: [one.ids[4]], expect: 10, key: randomUUID() }, { token: buyer.token });
  site.setTime(new Date(inHours(24 * 30 + 1 + 7 * 24).getTime() + 1));
  await site.call(comicPay, { chapterIds: [other.ids[4]], expect: 10, key: randomUUID() }, as());
  expect(await read()).toEqual({ uses: 4, readers: 2, buyers: 1 });
});
