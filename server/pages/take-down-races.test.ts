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
  const [answers] = await Promise.all([
    Promise.all(readers.map(({ token }) => buy(token))),
    setOnline(site, comicId, false),
  ]);
  await site.caughtUp();
  for (const [index, { token }] of readers.entries()) {
    const { code } = answers[index] ?? {};
    expect([0, chapterNotFound]).toContain(code);
    const { coins } = (await site.call(userInfo, { token })).data ?? {};
    const { counts } = (await site.call(userDetail, {}, { token })).data ?? {};
    expect([coins, counts?.owned]).toEqual(code === 0 ? [10, 1] : [40, 0]);
    if (code !== 0) expect((await buy(token)).code).toBe(chapterNotFound);
  }
  await expectSoundLedger(site);
});
