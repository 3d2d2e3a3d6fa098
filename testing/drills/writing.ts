import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { addFavorite, addSubscribe, favorites, history, progress, subscribed } from '#contract/calls/library';
import { payLog } from '#contract/calls/wallet';
import type { Envelope } from '#contract/envelope';
import type { AppProcess } from '../app/app-process.ts';
import { addComic } from '../factories/comics.ts';
import { expectSoundLedger } from '../factories/wallets.ts';
import { type Ended, judgeOutage, type Outage } from './outage.ts';
import { readersWithCoins } from './reader-day.ts';

const EVERY_MS = 20;
const READERS = 100;
/** Enough comics that no write is repeated, also in a long drill. */
const COMICS = 60;
const PRICE = 1;
/** The largest page size of the contract. */
const PAGE = 50;
const KINDS = ['progress', 'subscribe', 'favorite', 'buy'] as const;

type Comic = { comicId: number; chapterId: number };
type Write = { kind: (typeof KINDS)[number]; token: string; comic: Comic };
type Written = Write & Ended;
type Calling = { call: AppProcess['call'] };

/** Adds comics and readers for writing. */
export async function prepareWriting(pool: Pool, imageDir: string, createdAt?: Date) {
  const comics: Comic[] = [];
  for (let left = COMICS; left > 0; left--) {
    const { comicId, chapters } = await addComic({ pool, imageDir }, { createdAt, chapters: [{ price: PRICE }] });
    for (const { id } of chapters) comics.push({ comicId, chapterId: id });
  }
  return { comics, tokens: await readersWithCoins(pool, READERS) };
}

async function write({ call }: Calling, { kind, token, comic }: Write): Promise<string | null> {
  const id = comic.comicId;
  const place = { chapterId: comic.chapterId, page: 2, offset: 0, ageMs: 0 };
  const buy = { chapterIds: [comic.chapterId], expect: PRICE, key: randomUUID() };
  const answers = {
    progress: () => call(progress, place, token),
    subscribe: () => call(addSubscribe, { id }, token),
    favorite: () => call(addFavorite, { id }, token),
    buy: () => call(comicPay, buy, token),
  };
  try {
    const { code, message } = await answers[kind]();
    return code === 0 ? null : `${code} ${message}`;
  } catch (error) {
    // The cause has the connection error.
    return error instanceof Error && error.cause ? `${error}: ${error.cause}` : String(error);
  }
}

/** Makes fifty different writing calls a second until it is stopped. */
export function startWriting(app: () => Calling, { comics, tokens }: Awaited<ReturnType<typeof prepareWriting>>) {
  const written: Written[] = [];
  const calling: Promise<void>[] = [];
  const stopping = new AbortController();
  const writeOne = async (index: number) => {
    const token = tokens[index % tokens.length];
    const turn = Math.floor(index / tokens.length);
    const [kind, comic] = [KINDS[turn % KINDS.length], comics[Math.floor(turn / KINDS.length)]];
    if (token === undefined || kind === undefined || comic === undefined) throw new Error('nothing is left to write');
    const begunAt = performance.now();
    const fault = await write(app(), { kind, token, comic });
    written.push({ kind, token, comic, begunAt, endedAt: performance.now(), fault });
  };
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      calling.push(writeOne(calling.length));
      await sleep(EVERY_MS);
    }
  })();
  return {
    /** The number of sent calls. */
    begun: () => calling.length,
    async stop(): Promise<Written[]> {
      stopping.abort();
      await writing;
      await Promise.all(calling);
      return written;
    },
  };
}

/** Reads all pages of a list. Throws if a page is refused. */
async function everyOne<Item>(
  ask: (cursor?: string) => Promise<Envelope<{ list: Item[]; next: string | null }>>,
): Promise<Item[]> {
  const list: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { code, message, data } = await ask(cursor);
    if (!data) throw new Error(`what was written can't be read: ${code} ${message}`);
    list.push(...data.list);
    cursor = data.next;
  }
  return list;
}

/** The confirmed writes that are missing. Also checks the ledger. */
export async function lostOf({ call }: Calling, written: readonly Written[], pool: Pool): Promise<Written[]> {
  const known = new Map<string, Set<string>>();
  for (const token of new Set(written.map((each) => each.token))) {
    const found = new Set<string>();
    const at = (cursor?: string) => ({ cursor, size: PAGE });
    for (const { comic } of await everyOne((cursor) => call(subscribed, at(cursor), token)))
      found.add(`subscribe ${comic.id}`);
    for (const { comic } of await everyOne((cursor) => call(favorites, at(cursor), token)))
      found.add(`favorite ${comic.id}`);
    for (const { chapter } of await everyOne((cursor) => call(history, at(cursor), token)))
      found.add(`progress ${chapter.id}`);
    for (const { kind, coins, comicId } of await everyOne((cursor) => call(payLog, at(cursor), token)))
      if (kind === 'purchase' && coins === -PRICE) found.add(`buy ${comicId}`);
    known.set(token, found);
  }
  await expectSoundLedger({ pool });
  const nameOf = ({ kind, comic }: Write) => `${kind} ${kind === 'progress' ? comic.chapterId : comic.comicId}`;
  return written.filter((each) => each.fault === null && known.get(each.token)?.has(nameOf(each)) === false);
}

/** Prints a line of the drill's table and expects no lost writes, and errors only during the fault and shortly afterwards. */
export function expectOnlyThen(what: string, written: readonly Written[], lost: readonly Written[], outage: Outage) {
  const { faults, early, recoveredInMs, isRecoveredInTime, longestMs, reasons } = judgeOutage(written, outage);
  const [away, recovered, longest] = [outage.until - outage.from, recoveredInMs, longestMs].map((ms) =>
    (ms / 1000).toFixed(1),
  );
  console.log(
    `${what}: ${written.length} calls, ${lost.length} lost, ${faults} faults; away for ${away} s, ` +
      `the last fault came ${recovered} s after, the longest good answer took ${longest} s${reasons && ` (${reasons})`}`,
  );
  expect(lost).toEqual([]);
  expect(early).toEqual([]);
  expect(isRecoveredInTime, `recovered after ${recovered} s`).toBe(true);
}
