import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { redeem } from '#contract/calls/redeeming';
import { sign } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { redeemCodeEnded, tooManyRequests } from '#contract/codes';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { howMany } from '../../../testing/drills/drill.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { newVisitor, readersInBulk } from '../../../testing/factories/readers.ts';
import { addBatch, addCode, redeeming, stop } from '../../../testing/factories/redeeming.ts';
import { campaign, claiming, expectSoundRewards, signing } from '../../../testing/factories/rewards.ts';
import { expectSoundLedger, giveTo } from '../../../testing/factories/wallets.ts';
import { transaction } from '../../core/db/db.ts';
import { stopBatch } from './rewards.ts';

const ROUNDS = howMany({ test: 3, drill: 200 });
/** More than both nodes have connections: each call that waits for the lock of a reader holds one. */
const TAPS = 50;
const MONDAY = '2026-11-23';
/** Of the calls with codes by one reader no more are handled; the others are refused. */
const HANDLED = Math.min(TAPS, redeem.limits[0]?.points ?? 0);
const OVER_LIMIT = TAPS - HANDLED;
const REFUSED = String(tooManyRequests);

/** Two nodes of one site, each with its own connections. */
let nodes: TestApp[] = [];
let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ shared: true });
  nodes = [site, await startTestApp({ beside: site })];
  for (const node of nodes) node.setTime(new Date('2026-11-23T12:00:00+08:00'));
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});
vi.setConfig({ testTimeout: howMany({ test: 60_000, drill: 1_200_000 }) });
afterEach(async () => {
  await expectSoundRewards(site);
  await expectSoundLedger(site);
});

/** Makes concurrent calls on both nodes; returns the number of each answer. */
async function atOnce<Answer>(act: (node: TestApp, index: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: TAPS }, (_, index) => act(nodes[index % 2] ?? site, index)));
  return Map.groupBy(answers, (answer) => JSON.stringify(answer));
}
/** The number of each answer to calls with codes by one reader; the answers above the limit are checked here. */
async function atOnceByOne<Answer>(act: (node: TestApp, index: number) => Promise<Answer>) {
  const answers = await atOnce(act);
  expect(answers.get(REFUSED)?.length ?? 0).toBe(OVER_LIMIT);
  answers.delete(REFUSED);
  return answers;
}
const me = async (token: string) => (await site.call(userInfo, { token }, { token })).data;

test('concurrent signs of one day on two nodes sign it once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const token = await newVisitor(site);
    const answers = await atOnce((node) => signing(node, token, { sign: true }));
    expect(answers.get('5002')).toHaveLength(TAPS - 1);
    expect(await me(token)).toMatchObject({ bonus: 1 });
  }
});

test('concurrent claims, of single gifts and of all, give each gift once', async () => {
  const ids = [1, 2, 3, 4];
  await editPart(
    site,
    'gifts',
    ids.map((id) => campaign(id)),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const token = await newVisitor(site);
    const answers = await atOnce((node, index) => claiming(node, token, ids[index % 5] ?? 'all'));
    const claimed = [...answers.keys()].flatMap((answer) => JSON.parse(answer)).filter((id) => id !== 5001);
    expect(claimed.toSorted()).toEqual(ids);
    expect(await me(token)).toMatchObject({ bonus: 40, unread: { gift: 0 } });
  }
});

test('concurrent repairs of a day beside signs of today are paid once and rewarded once', async () => {
  for (const node of nodes) node.setTime(new Date('2026-11-22T12:00:00+08:00'));
  for (let round = 0; round < ROUNDS; round++) {
    const token = await newVisitor(site);
    const id = (await me(token))?.id ?? 0;
    await giveTo(site, id, { bonus: 100, expiresAt: new Date('2027-01-01'), now: new Date('2026-11-01') });
    for (const node of nodes) node.setTime(new Date('2026-11-24T12:00:00+08:00'));
    const answers = await atOnce((node, index) =>
      signing(node, token, index % 3 === 0 ? { sign: true } : { repair: MONDAY }),
    );
    expect([...answers.values()].flat().filter((answer) => typeof answer === 'object')).toHaveLength(2);
    expect(await me(token)).toMatchObject({ bonus: 100 - 5 + 1 + (await streakOfToday(token)) });
    for (const node of nodes) node.setTime(new Date('2026-11-22T12:00:00+08:00'));
  }
});

test('concurrent uses of one code, by one reader and by many, are one use', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const code = await addCode(site, { coins: 6, bonus: 3 });
    const readers = await readersInBulk(site, 3);
    const answers = await atOnce((node, index) => redeeming(node, readers[index % 3]?.token ?? '', code));
    expect(answers.get('5012')).toHaveLength(TAPS - 1);
    const rich = await Promise.all(readers.map(async ({ token }) => (await me(token))?.coins));
    expect(rich.toSorted()).toEqual([0, 0, 6]);
  }
});

test('if concurrent uses have one key, the first is made, and all get its answer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const code = await addCode(site);
    const [reader] = await readersInBulk(site, 1);
    const key = randomUUID();
    const answers = await atOnceByOne((node) => redeeming(node, reader?.token ?? '', code, { key }));
    expect([...answers.keys()].map((answer) => JSON.parse(answer))).toEqual([{ coins: 0, bonus: 10, tickets: 0 }]);
    expect([...answers.values()].flat()).toHaveLength(HANDLED);
    expect(await me(reader?.token ?? '')).toMatchObject({ bonus: 10 });
  }
});

test('concurrent uses of several codes of a batch stay within what a reader may use of it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { codes } = await addBatch(site, { count: TAPS, usesPerReader: 2 });
    const [reader] = await readersInBulk(site, 1);
    const answers = await atOnceByOne((node, index) => redeeming(node, reader?.token ?? '', codes[index] ?? ''));
    expect(answers.get('5015')).toHaveLength(HANDLED - 2);
    expect(await me(reader?.token ?? '')).toMatchObject({ bonus: 20 });
  }
});

test('concurrent uses of a code on two nodes give its days of 月卡 once', async () => {
  for (const node of nodes) node.setTime(new Date('2026-11-23T12:00:00+08:00'));
  for (let round = 0; round < ROUNDS; round++) {
    const [reader] = await readersInBulk(site, 1);
    const code = await addCode(site, { passDays: 7 });
    const answers = await atOnceByOne((node) => redeeming(node, reader?.token ?? '', code));
    expect(answers.get('5012')).toHaveLength(HANDLED - 1);
    expect(await me(reader?.token ?? '')).toMatchObject({ pass: { until: '2026-11-29T16:00:00.000Z' } });
  }
});

test('after a batch is stopped none of its codes is used, also by calls that were on their way', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, codes } = await addBatch(site, { count: TAPS });
    const readers = await readersInBulk(site, TAPS);
    const [answers] = await Promise.all([
      atOnce((node, index) => redeeming(node, readers[index]?.token ?? '', codes[index] ?? '')),
      stop(site, id, new Date('2026-11-23T12:00:00+08:00')),
    ]);
    const { rows } = await site.pool.query(
      'select from rewards.redeem_code where batch_id = $1 and used_at is not null',
      [id],
    );
    expect(rows).toHaveLength(TAPS - (answers.get('5013')?.length ?? 0));
    expect(await redeeming(site, readers[0]?.token ?? '', codes[0] ?? '')).toBeTypeOf('number');
  }
});

test('a use of a code whose batch is being stopped waits for the stop, and is refused', async () => {
  const now = new Date('2026-11-23T12:00:00+08:00');
  const { id, codes } = await addBatch(site);
  const [reader] = await readersInBulk(site, 1);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const use = await transaction(site.pool, async (tx) => {
    await stopBatch(tx, id, { actor: 'staff:1', reason: '测试' }, now);
    const ended = redeeming(site, reader?.token ?? '', codes[0] ?? '');
    await expect.poll(async () => (await site.pool.query(waiting)).rowCount).toBe(1);
    return { ended };
  });
  expect(await use.ended).toBe(redeemCodeEnded);
});

/** The second day of a cycle gives as much as the first, so that the order of sign and repair does not matter. */
async function streakOfToday(token: string) {
  const { data } = await site.call(sign, {}, { token });
  expect(data?.streak).toBe(2);
  return data?.days.find(({ today }) => today)?.reward.bonus ?? 0;
}
