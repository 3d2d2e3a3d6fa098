import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { addressKey, COUNTED_ADDRESSES, networkKey } from '../../../core/limits/rate-limit.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { dropOldAsked, type SearchedWord, saltOf, writeAsked } from './asked-store.ts';
import { keyOf, shownAs } from './keyword.ts';

/** Counts the searched words: for each word, the number of addresses that searched it on a day. */
export type AskedCounter = {
  note(search: { keyword: string; address: string; fromAge: number | null }, now: Date): void;
  /** Writes the counts; after a failure they are kept for the next time. */
  flush(): Promise<void>;
  sweep(now: Date): Promise<void>;
  close(): Promise<void>;
};

type Noted = { day: string; keyword: string; address: string; fromAge: number | null };

/** Further searches are not counted while the database is away, or within the two seconds between two writes. */
const MOST_NOTED = 5_000;
/** The limits: words of one address in a day; addresses of a network for one word; and words of a network in all. */
const OF_ADDRESS = 20;
const MOST = { ofAddress: OF_ADDRESS, ofNetworkAndWord: COUNTED_ADDRESSES, ofNetwork: COUNTED_ADDRESSES * OF_ADDRESS };
const KEPT_DAYS = 30;
/** For searches with results, and for those without. */
const KEPT_WORDS_OF_DAY = 1_000;

/** `counted` is called after something was written. */
export function createAskedCounter(pool: Pool, log: Logger, counted: () => void): AskedCounter {
  const noted = new Map<string, Noted>();
  let salt: { day: string; value: Buffer } | null = null;

  async function saltFor(day: string): Promise<Buffer> {
    if (salt?.day !== day) salt = { day, value: await saltOf(pool, day, randomBytes(16)) };
    return salt.value;
  }

  async function write(day: string, batch: readonly Noted[]): Promise<void> {
    const value = await saltFor(day);
    const hashOf = (text: string) => createHash('sha256').update(value).update(text).digest().subarray(0, 16);
    const asked = batch.map(({ keyword, address, fromAge }): SearchedWord => {
      const [asker, network] = [hashOf(addressKey(address)), hashOf(networkKey(address))];
      return { asker, network, word: keyOf(keyword), shown: shownAs(keyword), fromAge };
    });
    await writeAsked(pool, day, asked, MOST);
  }

  async function flush(): Promise<void> {
    const batch = [...noted];
    if (batch.length === 0) return;
    for (const [day, entries] of Map.groupBy(batch, ([, { day }]) => day)) {
      const searches = entries.map(([, search]) => search);
      await write(day, searches);
      for (const [key, search] of entries) if (noted.get(key) === search) noted.delete(key);
    }
    counted();
  }

  return {
    note({ keyword, address, fromAge }, now) {
      const word = keyOf(keyword);
      if (word === '' || noted.size >= MOST_NOTED) return;
      const day = shanghaiDay(now);
      noted.set(`${day} ${addressKey(address)} ${word}`, { day, keyword, address, fromAge });
    },
    flush,
    sweep: (now) => dropOldAsked(pool, shanghaiDay(now), KEPT_DAYS, KEPT_WORDS_OF_DAY),
    close: () => flush().catch((error) => log.warn({ err: error }, 'what was searched for last is not counted')),
  };
}
