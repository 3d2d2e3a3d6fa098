import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { userDetail } from '#contract/calls/account';
import { comicInfo } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { faq } from '#contract/calls/support';
import { serverError } from '#contract/codes';
import { Key } from '#contract/shapes';
import { messagesAfter } from '../../server/modules/account/account.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { howMany, oneIn } from '../drills/drill.ts';
import { addComic, changeComic } from '../factories/comics.ts';
import { editPart } from '../factories/editorial.ts';
import { mailTo } from '../factories/mails.ts';
import { openPushGateway } from '../factories/pushes.ts';
import { newAddress, newVisitor, signedIn } from '../factories/readers.ts';
import { campaign, expectSoundRewards } from '../factories/rewards.ts';
import { expectSoundShop } from '../factories/shop.ts';
import { hashCheaply } from './cheap-hashes.ts';
import { type Bench, ELSEWHERE, READER_WRITES, READS, type ReaderWrite } from './reader-writes.ts';

/** As by a double tap, or a page that sends a call again. */
const AT_ONCE = howMany({ test: 4, drill: 12 });
const ROUNDS = howMany({ test: 1, drill: 3 });

let site: TestApp;
let pushes: Awaited<ReturnType<typeof openPushGateway>>;
let picture: string;
let questionKey: string;
let countRows: string;
beforeAll(async () => {
  hashCheaply();
  pushes = await openPushGateway();
  site = await startTestApp({ push: pushes.push, mail: mailTo(9), timers: false, smsDailyBudget: 1_000_000 });
  await editPart(site, 'features', { notices: true, push: true, mail: true, likes: true, ratings: true });
  const span = { start: '2020-01-01T00:00:00.000Z', end: '2099-01-01T00:00:00.000Z' };
  await editPart(site, 'gifts', [campaign(1, span), campaign(2, { ...span, kind: 'ticket' })]);
  questionKey = (await site.call(faq, {})).data?.list[0]?.key ?? '';
  const gray = { width: 30, height: 20, channels: 3, background: '#888' } as const;
  picture = (await sharp({ create: gray }).jpeg().toBuffer()).toString('base64');
  countRows = await statementToCount();
});
afterAll(async () => {
  await expectSoundShop(site);
  await expectSoundRewards(site);
  await site.close();
  await pushes.gateway.close();
});

const CASES = READER_WRITES.flatMap((write) => {
  const kinds = write.needsPhone || write.call.who === 'registered' ? ['reader'] : ['visitor', 'reader'];
  const hasKey = 'entries' in write.call.payload && (write.call.payload.entries as { key?: unknown }).key === Key;
  return kinds.flatMap((kind) => {
    const one = { write, kind, isNewKey: false, name: `${write.name} by a ${kind}` };
    return hasKey ? [one, { ...one, isNewKey: true, name: `${one.name} with another key each time` }] : [one];
  });
});

test('each call of readers that writes has a sample', () => {
  const known = new Set([...READER_WRITES.map(({ call }) => call.path), ...READS, ...ELSEWHERE]);
  expect(CALLS.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
});

test.each(oneIn(24, CASES))(
  '$name has no fault and one effect if it is repeated',
  { timeout: 120_000 },
  async (each) => {
    const { write, kind, isNewKey } = each;
    for (let round = 0; round < ROUNDS; round++) {
      const [once, often] = [await newBench(kind), await newBench(kind)];
      const single = await write.prepare(once);
      expect(await send(write, once, single)).toMatchObject({ code: 0 });
      const payload = await write.prepare(often);
      const next = () => send(write, often, isNewKey ? { ...payload, key: randomUUID() } : payload);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, next));
      answers.push(await next());
      expect(answers.map(({ code }) => code)).toContain(0);
      expect(answers.filter(({ code, http }) => code === serverError || http >= 500)).toEqual([]);
      const addsEach = write.adds === 'by key' ? isNewKey : write.adds;
      if (!addsEach) expect(await effectsOf(often, payload)).toEqual(await effectsOf(once, single));
    }
  },
);

function send({ call }: ReaderWrite, { token }: Bench, payload: object) {
  return site.call(call, payload, { token, remoteAddress: newAddress() });
}

async function newBench(kind: string): Promise<Bench> {
  const reader = kind === 'visitor' ? { token: await newVisitor(site), phone: '' } : await signedIn(site);
  const { data } = await site.call(userInfo, { token: reader.token });
  const { comicId, chapters } = await addComic(site, { chapters: [{}, { price: 10 }, { price: 10 }] });
  await changeComic(site, comicId, { waitHours: 24, waitExceptLatest: 0, waitReadHours: 48 });
  await site.caughtUp();
  const [first, second, third] = chapters.map(({ id }) => id);
  const chapterIds: Bench['chapterIds'] = [first ?? 0, second ?? 0, third ?? 0];
  const { endpoint, p256dh, auth } = pushes.gateway.subscribe();
  const { token, phone } = reader;
  const browser = { endpoint, p256dh, auth };
  return { site, id: data?.id ?? 0, token, phone, comicId, chapterIds, browser, picture, questionKey };
}

/** The number of rows of a reader in each table, and the counts and balances that readers see. */
async function effectsOf({ id, token, phone, comicId }: Bench, payload: { telephone?: string }) {
  const phones = [phone, payload.telephone];
  const { rows } = await site.pool.query(countRows, [id]);
  const me = (await site.call(userInfo, { token }, { token })).data;
  const detail = (await site.call(userDetail, {}, { token })).data;
  const comic = (await site.call(comicInfo, { id: comicId }, { token })).data;
  const messages = (await messagesAfter(site.pool, 0, 100_000)).filter(({ telephone }) => phones.includes(telephone));
  return {
    rows,
    me: me && [me.coins, me.bonus, me.tickets, me.unread],
    detail: detail && [detail.counts, detail.growth.points],
    comic: comic && [comic.likes, comic.rating],
    messages: messages.length,
  };
}

async function statementToCount(): Promise<string> {
  const { rows } = await site.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and column_name = 'reader_id' order by 1`,
  );
  return rows
    .map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name} where reader_id = $1`)
    .join(' union all ');
}
