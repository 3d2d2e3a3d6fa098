import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { userLogin } from '#contract/calls/account';
import { comicPay } from '#contract/calls/comic';
import { addFavorite } from '#contract/calls/library';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { seededRandom } from '../../../../testing/app/seeded-random.ts';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { readerOf } from '../../../../testing/factories/library.ts';
import {
  newAddress,
  newVisitor,
  readersInBulk,
  signedIn,
  withPassword,
} from '../../../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';
import { openPool } from '../../../core/db/db.ts';
import { createLog } from '../../../core/log/log.ts';
import { createBuying } from './buy.ts';

const MERGES = howMany({ test: 2, drill: 50 });
const TAPS = howMany({ test: 20, drill: 50 });
const PRICE = 7;

/** Two nodes of one site, each with its own connections. */
let nodes: TestApp[] = [];
let site: TestApp;

beforeAll(async () => {
  site = await startTestApp({ listen: true, shared: true });
  nodes = [site, await startTestApp({ beside: site })];
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});
afterEach(() => expectSoundLedger(site));

const nodeOf = (index: number) => nodes[index % nodes.length] ?? site;
const chaptersFor = async (count: number) =>
  (await addComic(site, { chapters: Array.from({ length: count }, () => ({ price: PRICE, pages: 1 })) })).chapters.map(
    ({ id }) => id,
  );

async function coinsOf(token: string) {
  return (await site.call(userInfo, { token })).data?.coins;
}

async function salesOf(readerId: number): Promise<number> {
  const { rows } = await site.pool.query<{ count: number }>(
    'select count(*) from wallet.purchase p join wallet.wallet w on w.id = p.wallet_id where w.reader_id = $1',
    [readerId],
  );
  return rows[0]?.count ?? 0;
}

test('many concurrent requests for one chapter on two nodes are one purchase and one charge, with one key or many', async () => {
  const rounds = howMany({ test: 15, drill: 5_000 });
  const [before = 0, chapterId = 0] = await chaptersFor(2);
  const readers = await readersInBulk(site, rounds);
  for (const [round, { id, token }] of readers.entries()) {
    await giveTo(site, id, { coins: 100 });
    // A reader who owns a chapter of the comic buys the next one without a lock.
    const isNext = round % 4 > 1;
    if (isNext) await nodeOf(0).call(comicPay, { chapterIds: [before], expect: PRICE, key: randomUUID() }, { token });
    const hasOneKey = round % 2 === 0;
    const oneKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: TAPS }, (_, tap) => {
        const key = hasOneKey ? oneKey : randomUUID();
        return nodeOf(tap).call(comicPay, { chapterIds: [chapterId], expect: PRICE, key }, { token });
      }),
    );
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    const bought = isNext ? 2 : 1;
    expect({ sales: await salesOf(id), coins: await coinsOf(token) }).toEqual({
      sales: bought,
      coins: 100 - PRICE * bought,
    });
    const charged = answers.filter(({ data }) => data?.spent.coins === PRICE).length;
    expect(charged).toBe(hasOneKey ? TAPS : 1);
  }
}, 43_200_000);

test('only as many concurrent purchases succeed as the coins can pay', async () => {
  const rounds = howMany({ test: 15, drill: 2_000 });
  const chapters = await chaptersFor(howMany({ test: 10, drill: 20 }));
  const readers = await readersInBulk(site, rounds);
  for (const [round, { id, token }] of readers.entries()) {
    const fits = 1 + (round % (chapters.length - 1));
    await giveTo(site, id, { coins: PRICE * fits - 3, bonus: 3 + (round % PRICE) });
    const answers = await Promise.all(
      chapters.map((chapterId, index) =>
        nodeOf(index).call(comicPay, { chapterIds: [chapterId], expect: PRICE, key: randomUUID() }, { token }),
      ),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual([...Array(fits).fill(0), ...Array(chapters.length - fits).fill(4001)]);
    expect(await salesOf(id)).toBe(fits);
  }
}, 43_200_000);

test('one of the concurrent purchases with the last ticket succeeds', async () => {
  const { id, token } = await signedIn(site);
  const chapters = await chaptersFor(8);
  await giveTo(site, id, { tickets: 1 });
  const answers = await Promise.all(
    chapters.map((chapterId, index) =>
      nodeOf(index).call(
        comicPay,
        { chapterIds: [chapterId], expect: PRICE, ticket: true, key: randomUUID() },
        { token },
      ),
    ),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([0, ...Array(7).fill(4005)]);
});

test('a purchase is repeated with its key after a lost answer, without a second effect', async () => {
  const random = seededRandom(seedOf('lost answers'), 0);
  const { id, token } = await signedIn(site);
  const cuts = howMany({ test: 20, drill: 2000 });
  await giveTo(site, id, { coins: cuts * PRICE });
  const { port } = new URL(site.url);
  const chapters = await chaptersFor(cuts);
  for (const [cut, chapterId] of chapters.entries()) {
    const payload = { chapterIds: [chapterId], expect: PRICE, key: randomUUID() };
    await sendAndCut(Number(port), token, site.cipher.seal(JSON.stringify(payload)), random.below(15));
    expect((await site.call(comicPay, payload, { token })).data).toMatchObject({
      chapterIds: payload.chapterIds,
      spent: { coins: PRICE },
      coins: (cuts - cut - 1) * PRICE,
    });
  }
  expect(await salesOf(id)).toBe(cuts);
}, 43_200_000);

/** Sends the call over a connection that closes after some milliseconds: before, while or after the call is handled. */
async function sendAndCut(port: number, token: string, body: string, afterMs: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /api/comic/pay HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\nauthorization: Bearer ${token}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await sleep(afterMs);
  socket.destroy();
}

test('a purchase is found by its key after the database has committed it but its confirmation is lost', async () => {
  const { id } = await signedIn(site);
  await giveTo(site, id, { coins: 20 });
  const chapterIds = await chaptersFor(2);
  const pool = openPool(site.database.connection, createLog('silent'));
  // The first of a comic is written in a transaction, the next in one statement.
  for (const [index, chapterId] of chapterIds.entries()) {
    const request = { chapterIds: [chapterId], expect: PRICE, ticket: false, key: randomUUID() };
    const chapters = [{ chapterId, priceCoins: PRICE, costCoins: PRICE }];
    const price = async () => ({ comicId: 1, chapters, discounts: [], onFirst: async () => {} });
    const forgetful = createBuying(losingConfirmations(pool));
    await expect(forgetful.buy(id, request, price, new Date())).rejects.toThrow('connection lost');
    const again = await createBuying(pool).buy(id, request, price, new Date());
    expect(again).toMatchObject({ chapterIds: [chapterId], spent: { coins: PRICE }, coins: 20 - PRICE * (index + 1) });
    expect(await salesOf(id)).toBe(index + 1);
  }
  await pool.end();
});

test('a purchase that PostgreSQL ends because of a deadlock is made again, in a transaction and in one statement', async () => {
  const { id, token } = await signedIn(site);
  await giveTo(site, id, { coins: 2 * PRICE });
  // The first of a comic is written in a transaction, the next in one statement.
  for (const chapterId of await chaptersFor(2)) {
    await site.pool.query(`
      create sequence wallet.tried;
      create function wallet.end_first() returns trigger language plpgsql as $$ begin
        if nextval('wallet.tried') = 1 then raise exception 'ended' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger end_first before insert on wallet.purchase for each row execute function wallet.end_first()`);
    const payload = { chapterIds: [chapterId], expect: PRICE, key: randomUUID() };
    const answer = await site.call(comicPay, payload, { token });
    await site.pool.query('drop function wallet.end_first cascade; drop sequence wallet.tried');
    expect(answer).toMatchObject({ code: 0, data: { chapterIds: [chapterId] } });
  }
  expect([await salesOf(id), await coinsOf(token)]).toEqual([2, 0]);
});

/** A pool that loses the confirmations of committed writes. */
function losingConfirmations(pool: pg.Pool): pg.Pool {
  const losing =
    (query: (sent: string | { name: string }) => Promise<unknown>) => async (sent: string | { name: string }) => {
      const result = await query(sent);
      if (sent === 'commit' || (typeof sent !== 'string' && sent.name === 'wallet.buy'))
        throw new Error('connection lost');
      return result;
    };
  const connectOnce = async () => {
    const client = await pool.connect();
    // Only the confirmation of the commit is lost.
    const query = client.query.bind(client);
    return new Proxy(client, {
      get: (target, name) =>
        name !== 'query'
          ? Reflect.get(target, name)
          : (sent: string) => (sent === 'commit' ? losing(query)(sent) : query(sent)),
    });
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connectOnce;
      return name === 'query' ? losing(pool.query.bind(pool)) : Reflect.get(target, name);
    },
  });
}

test('guests who log in while their account buys and gets credits cause no deadlock', async () => {
  const password = 'Tr0ub4dor&3-x';
  for (let round = 0; round < MERGES; round++) {
    const username = `merging_${round}`;
    const account = await withPassword(site, username, password);
    const guests = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const token = await newVisitor(site);
        await giveTo(site, await readerOf(site, token), { bonus: 9, tickets: 1 });
        return { token, remoteAddress: newAddress() };
      }),
    );
    await giveTo(site, account.id, { coins: 100, bonus: 3 });
    const chapters = await chaptersFor(6);
    const [logins, sales] = await Promise.all([
      Promise.all(guests.map((guest, index) => nodeOf(index).call(userLogin, { username, password }, guest))),
      Promise.all(
        chapters.map((chapterId, index) => {
          const payload = { chapterIds: [chapterId], expect: PRICE, key: randomUUID() };
          return nodeOf(index).call(comicPay, payload, { token: account.token });
        }),
      ),
      Promise.all(chapters.map(() => giveTo(site, account.id, { bonus: 1 }))),
    ]);
    expect([...logins, ...sales].map(({ code }) => code)).toEqual([...logins, ...sales].map(() => 0));
    const { data } = await site.call(userInfo, { token: account.token });
    expect(data).toMatchObject({ coins: 100 + 3 + 20 + 6 - 6 * PRICE - (data?.bonus ?? 0), tickets: 1 });
  }
});

test('a merge waits for the wallet before it locks the library, as a purchase does', async () => {
  const password = 'Tr0ub4dor&3-x';
  const account = await withPassword(site, 'locked_in_order', password);
  const { comicId } = await addComic(site);
  await site.call(addFavorite, { id: comicId }, { token: account.token });
  await giveTo(site, account.id, { coins: 1 });
  const token = await newVisitor(site);
  await giveTo(site, await readerOf(site, token), { bonus: 1 });
  await site.call(addFavorite, { id: comicId }, { token });
  const purchase = await site.pool.connect();
  await purchase.query('begin');
  await purchase.query('select from wallet.wallet where reader_id = $1 for no key update', [account.id]);
  const login = site.call(userLogin, { username: 'locked_in_order', password }, { token, remoteAddress: newAddress() });
  const waiting = async () =>
    (
      await site.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await expect.poll(waiting).toBe(1);
  await purchase.query('select from reading.library where reader_id = $1 for update nowait', [account.id]);
  await purchase.query('commit');
  purchase.release();
  expect(await login).toMatchObject({ code: 0, data: { user: { coins: 1, bonus: 1 } } });
});
