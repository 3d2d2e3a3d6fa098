import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { groupComics, saveGroup } from '#contract/calls/groups';
import { addSubscribe, delSubscribe, shelf } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { comicCommands } from '../../../../testing/factories/comic-commands.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const { done } = comicCommands(() => site);

type Reader = Awaited<ReturnType<typeof signedIn>> & { groupId: number };

async function reader(): Promise<Reader> {
  const one = await signedIn(site);
  const { data } = await site.call(saveGroup, { name: '睡前看' }, one);
  return { ...one, groupId: data?.id ?? 0 };
}
const putIn = (one: Reader, ...comicIds: number[]) => site.call(groupComics, { comicIds, into: [one.groupId] }, one);
const takeOut = (one: Reader, ...comicIds: number[]) => site.call(groupComics, { comicIds, outOf: [one.groupId] }, one);
const grouped = async (one: Reader) =>
  (await site.call(shelf, { group: one.groupId }, one)).data?.list.map(({ comic }) => comic.id).toSorted();

test('a merged comic stays in the groups of its readers, and an undone merge restores them', async () => {
  const from = await addComic(site, { chapters: [{}, { price: 30 }] });
  const into = await addComic(site, { chapters: [{}, { price: 30 }] });
  const [follower, owner, both, leaver, comer] = [
    await reader(),
    await reader(),
    await reader(),
    await reader(),
    await reader(),
  ];
  for (const one of [follower, both, leaver, comer]) await site.call(addSubscribe, { id: from.comicId }, one);
  await site.call(addSubscribe, { id: into.comicId }, both);
  await giveTo(site, owner.id, { coins: 100 });
  const bought = { chapterIds: [from.chapters[1]?.id ?? 0], expect: 30, key: randomUUID() };
  expect((await site.call(comicPay, bought, owner)).status).toBe(1);
  for (const one of [follower, owner, leaver]) await putIn(one, from.comicId);
  await putIn(both, from.comicId, into.comicId);

  const entry = await done('merge', String(from.comicId), String(into.comicId));
  for (const one of [follower, owner, both, leaver]) expect(await grouped(one)).toEqual([into.comicId]);
  // Their pages may still show the comic that is no more.
  await takeOut(leaver, from.comicId);
  await putIn(comer, from.comicId);
  expect([await grouped(leaver), await grouped(comer)]).toEqual([[], [into.comicId]]);

  await done('undo', entry);
  for (const one of [follower, owner]) expect(await grouped(one)).toEqual([from.comicId]);
  expect(await grouped(both)).toEqual([from.comicId, into.comicId].toSorted());
  expect(await grouped(leaver)).toEqual([]);
  await site.call(delSubscribe, { all: true }, follower);
  expect(await grouped(follower)).toEqual([]);
});
