import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userDetail } from '#contract/calls/account';
import { comicPay } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { chapterNotFound } from '#contract/codes';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { howMany } from '../../testing/drills/drill.ts';
import { addComic, setOnline } from '../../testing/factories/comics.ts';
import { readersInBulk } from '../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../testing/factories/wallets.ts';

const READERS = howMany({ test: 12, drill: 200 });

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('a chapter whose comic is taken down at the same time is bought and paid, or refused and not paid', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{ price: 30 }] });
  const chapterIds = chapters.map(({ id }) => id);
  const readers = await readersInBulk(site, READERS);
  for (const { id } of readers) await giveTo(site, id, { coins: 40 });
  const buy = (token: string) => site.call(comicPay, { chapterIds, expect: 30, key: randomUUID() }, { token });
  const early = readers.slice(0, READERS / 2).map(({ token }) => buy(token));
  await setOnline(site, comicId, false);
  // The change may not have reached the cached catalogue yet.
  const late = readers.slice(READERS / 2, -1).map(({ token }) => buy(token));
  await site.caughtUp();
  const answers = [...(await Promise.all([...early, ...late])), await buy(readers.at(-1)?.token ?? '')];
  expect(answers.at(-1)?.code).toBe(chapterNotFound);
  for (const [index, { token }] of readers.entries()) {
    const { code } = answers[index] ?? {};
    expect([0, chapterNotFound]).toContain(code);
    const { coins } = (await site.call(userInfo, { token })).data ?? {};
    const { counts } = (await site.call(userDetail, {}, { token })).data ?? {};
    expect([coins, counts?.owned]).toEqual(code === 0 ? [10, 1] : [40, 0]);
  }
  await expectSoundLedger(site);
});
