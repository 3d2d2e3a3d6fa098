import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import { findSession } from '../../server/modules/account/session/store.ts';
import {
  addPurchases,
  findEarlierPurchase,
  type PaymentPosting,
  readState,
} from '../../server/modules/wallet/buying/store.ts';
import { type Buyer, type LongComic, PRICE } from './buying-catalogue.ts';

/**
 * Child process that buys chapters on many connections. `http`: through the app's API; with `codes` it uses redeem codes
 * instead. `bare`: only the app's SQL statements.
 */
export type LoopOrders = {
  way: { http: Api; codes?: string[] } | { bare: pg.PoolConfig };
  connections: number;
  buyers: Buyer[];
  comic: LongComic;
};
type Api = { url: string; key: string; iv: string };
export type LoopRound = { count: number; latenciesMs: number[] };

type Buy = (buyer: Buyer, chapterId: number) => Promise<void>;

function httpBuyer(api: Api, connections: number): Buy {
  const post = httpPoster(api, connections);
  return async ({ token }, chapterId) => {
    const payload = { chapterIds: [chapterId], expect: PRICE, key: randomUUID() };
    const { code, data } = await post('comic/pay', token, payload);
    if (code !== 0 || data.chapterIds.length !== 1) throw new Error(`comic/pay answered ${code}`);
  };
}

function httpRedeemer(api: Api, codes: string[], connections: number): Buy {
  const post = httpPoster(api, connections);
  return async ({ token }) => {
    const { code } = await post('charge/redeem', token, { code: codes.pop(), key: randomUUID() });
    if (code !== 0) throw new Error(`charge/redeem answered ${code}`);
  };
}

function httpPoster({ url, key, iv }: Api, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const cipher = createCipher(Buffer.from(key), Buffer.from(iv));
  return async (path: string, token: string, payload: object) => {
    const body = cipher.seal(JSON.stringify(payload));
    const headers = { 'content-type': 'text/plain', 'content-length': body.length, authorization: `Bearer ${token}` };
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request(`${url}/api/${path}`, { method: 'POST', agent, headers }, (response) => {
        let received = '';
        response.setEncoding('latin1');
        response.on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('end', () => resolve(received));
      });
      sent.on('error', reject);
      sent.end(body);
    });
    return JSON.parse(cipher.open(text));
  };
}

function bareBuyer(connection: pg.PoolConfig, comicId: number): Buy {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ max: 10, ...connection });
  return async ({ readerId, token }, chapterId) => {
    const now = new Date();
    await findSession(pool, createHash('sha256').update(token).digest(), now);
    const key = randomUUID();
    await findEarlierPurchase(pool, readerId, key);
    const state = await readState(pool, readerId, { key, comicId, chapterIds: [chapterId] });
    const lotId = state?.lots[0]?.id ?? 0;
    if (!state) throw new Error('a buyer without a wallet');
    const spent = { coins: PRICE, bonus: 0, tickets: 0 };
    const payment: PaymentPosting = {
      asset: 'coin',
      chapterId,
      from: state.walletId,
      to: 'sys:revenue_paid',
      amount: PRICE,
      uses: [{ lotId, amount: PRICE }],
    };
    const purchases = {
      comicId,
      chapters: [{ chapterId, priceCoins: PRICE, costCoins: PRICE, ...spent }],
      payments: [payment],
      stored: { key, request: createHash('sha256').update(key).digest(), answer: { chapterIds: [chapterId], spent } },
    };
    if (!(await addPurchases(pool, state, purchases, now))) throw new Error('a wallet was changed');
  };
}

/** Each connection has its own buyers. */
function createRounds({ connections, buyers, comic }: LoopOrders, buy: Buy): (seconds: number) => Promise<LoopRound> {
  const turns = Array.from({ length: connections }, () => 0);
  return async (seconds) => {
    const until = performance.now() + seconds * 1000;
    const latenciesMs: number[] = [];
    const work = async (connection: number) => {
      const own = buyers.filter((_, index) => index % connections === connection);
      while (performance.now() < until) {
        const turn = turns[connection] ?? 0;
        turns[connection] = turn + 1;
        const buyer = own[turn % own.length];
        const chapterId = comic.chapterIds[Math.floor(turn / own.length)];
        if (!buyer || chapterId === undefined) throw new Error('Everything is bought');
        const started = performance.now();
        await buy(buyer, chapterId);
        latenciesMs.push(performance.now() - started);
      }
    };
    await Promise.all(turns.map((_, connection) => work(connection)));
    return { count: latenciesMs.length, latenciesMs };
  };
}

function buyOf(way: LoopOrders['way'], connections: number, comicId: number): Buy {
  if ('bare' in way) return bareBuyer(way.bare, comicId);
  return way.codes ? httpRedeemer(way.http, way.codes, connections) : httpBuyer(way.http, connections);
}

let round: ((seconds: number) => Promise<LoopRound>) | null = null;
process.on('message', (message: LoopOrders | number) => {
  if (typeof message === 'number') {
    round?.(message).then(
      (result) => process.send?.(result),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
    return;
  }
  const { way, connections, comic } = message;
  round = createRounds(message, buyOf(way, connections, comic.comicId));
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
