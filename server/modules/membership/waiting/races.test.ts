import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { waitOpen } from '#contract/calls/comic';
import { invalidField } from '#contract/codes';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { howMany } from '../../../../testing/drills/drill.ts';
import { addComic, changeComic } from '../../../../testing/factories/comics.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';

const ROUNDS = howMany({ test: 4, drill: 500 });
const TAPS = 50;
vi.setConfig({ testTimeout: howMany({ test: 120_000, drill: 3_600_000 }) });

/** Two nodes of one site, each with its own connections. */
let nodes: TestApp[] = [];
let site: TestApp;

beforeAll(async () => {
  site = await startTestApp({ shared: true });
  nodes = [site, await startTestApp({ beside: site })];
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

test('fifty calls at once on two nodes are one use: with one key all get it, with many keys one of them', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: Array(5).fill({ price: 5, pages: 1 }) });
  await changeComic(site, comicId, { waitHours: 1, waitExceptLatest: 0 });
  await site.caughtUp();
  for (const [round, { id: readerId, token }] of (await readersInBulk(site, ROUNDS)).entries()) {
    const hasOneKey = round % 2 === 0;
    const oneKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: TAPS }, (_, tap) => {
        const node = nodes[tap % nodes.length] ?? site;
        const id = chapters[hasOneKey ? 0 : tap % chapters.length]?.id ?? 0;
        return node.call(waitOpen, { id, key: hasOneKey ? oneKey : randomUUID() }, { token });
      }),
    );
    const opened = answers.filter(({ code, data }) => code === 0 && data?.until !== null);
    const others = answers.filter((answer) => !opened.includes(answer)).map(({ code }) => code);
    const { rows } = await site.pool.query<{ uses: number }>(
      'select count(*)::int as uses from membership.wait_use where reader_id = $1',
      [readerId],
    );
    expect(rows).toEqual([{ uses: 1 }]);
    if (hasOneKey) expect(opened).toHaveLength(TAPS);
    // The chapter that is open already is answered without a use; the others wait.
    else expect(new Set(others.filter((code) => code !== 0))).toEqual(new Set([3004]));
    expect(opened.length).toBeGreaterThanOrEqual(1);
  }
});

test('if calls for two comics have one key, one opens a chapter and the other is refused as a mistake of the client', async () => {
  const comics = [];
  for (let no = 0; no < 2; no++) {
    const comic = await addComic(site, { chapters: [{ price: 5, pages: 1 }] });
    await changeComic(site, comic.comicId, { waitHours: 1, waitExceptLatest: 0 });
    comics.push({ comicId: comic.comicId, id: comic.chapters[0]?.id ?? 0 });
  }
  await site.caughtUp();
  const [first, second] = comics;
  const [reader] = await readersInBulk(site, 1);
  const options = { token: reader?.token ?? '' };
  const key = randomUUID();
  const holder = await site.pool.connect();
  await holder.query('begin');
  await holder.query('insert into membership.wait_timer values ($1, $2, now())', [reader?.id, second?.comicId]);
  const late = site.call(waitOpen, { id: second?.id ?? 0, key }, options);
  const waiting = async () =>
    (
      await site.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%insert into membership.wait_use%'`,
      )
    ).rowCount;
  await expect.poll(waiting).toBe(1);
  expect(await site.call(waitOpen, { id: first?.id ?? 0, key }, options)).toMatchObject({ code: 0 });
  await holder.query('rollback');
  holder.release();
  expect(await late).toMatchObject({ http: 400, code: invalidField });
});
