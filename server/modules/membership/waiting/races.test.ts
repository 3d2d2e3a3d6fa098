import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitOpen } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { howMany } from '../../../../testing/drills/drill.ts';
import { addComic, changeComic } from '../../../../testing/factories/comics.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';

const ROUNDS = howMany({ test: 4, drill: 500 });
const TAPS = 50;

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
