import type { Yield } from '../../../core/jobs/yield.ts';
import type { Tastes } from './tastes.ts';

/** How often each comic is liked, and by which readers. */
export type CoReading = {
  /** The sum of the weights of a comic's readers. */
  popularity: Float64Array;
  /** Calls `take` with each comic that enough readers like together with this one, and a score from 0 to 1. */
  visit(comic: number, take: (other: number, score: number) => void): Promise<void>;
};

/** Readers in one step. They take a fraction of a millisecond. */
const STEP = 256;
/** Lists must not reveal what one reader likes, and one reader must not be able to change them. */
const LEAST_TOGETHER = 2;
/** Added to the divisor of a score, so that few readers give a lower score than many. */
const DOUBT = 4;

/**
 * The cosine similarity of two comics over their readers. A reader who likes many comics counts less. The division by the norms
 * keeps popular comics from being related to everything. The work for a comic is the sum of the liked comics over its readers.
 */
export async function relateByReaders(tastes: Tastes, comicCount: number, yieldNow: Yield): Promise<CoReading> {
  const { starts, comics, weights } = tastes;
  const { readerStarts, readers } = await invert(tastes, comicCount, yieldNow);
  const shares = Float32Array.from({ length: tastes.readers }, (_, reader) => shareOf(starts, reader));
  const popularity = new Float64Array(comicCount);
  const norms = new Float64Array(comicCount);
  for (let reader = 0; reader < tastes.readers; reader++) {
    for (let at = starts[reader] ?? 0; at < (starts[reader + 1] ?? 0); at++) {
      const comic = comics[at] ?? 0;
      const weight = weights[at] ?? 0;
      popularity[comic] = (popularity[comic] ?? 0) + weight;
      norms[comic] = (norms[comic] ?? 0) + weight * weight * (shares[reader] ?? 0);
    }
    if (reader % STEP === 0) await yieldNow();
  }
  const sums = new Float64Array(comicCount);
  const together = new Uint32Array(comicCount);
  const touched: number[] = [];

  function addReader(reader: number, comic: number): void {
    const [from, to] = [starts[reader] ?? 0, starts[reader + 1] ?? 0];
    let own = 0;
    for (let at = from; at < to; at++) if (comics[at] === comic) own = weights[at] ?? 0;
    own *= shares[reader] ?? 0;
    for (let at = from; at < to; at++) {
      const other = comics[at] ?? 0;
      if (together[other] === 0) touched.push(other);
      together[other] = (together[other] ?? 0) + 1;
      sums[other] = (sums[other] ?? 0) + own * (weights[at] ?? 0);
    }
  }

  return {
    popularity,
    async visit(comic, take) {
      for (let at = readerStarts[comic] ?? 0; at < (readerStarts[comic + 1] ?? 0); at++) {
        addReader(readers[at] ?? 0, comic);
        if (at % STEP === 0) await yieldNow();
      }
      const norm = norms[comic] ?? 0;
      for (const other of touched) {
        const isProven = (together[other] ?? 0) >= LEAST_TOGETHER;
        if (other !== comic && isProven)
          take(other, (sums[other] ?? 0) / (Math.sqrt(norm * (norms[other] ?? 0)) + DOUBT));
        sums[other] = 0;
        together[other] = 0;
      }
      touched.length = 0;
    },
  };
}

/** If a reader likes many comics, this hardly shows which of them are related. */
function shareOf(starts: Uint32Array, reader: number): number {
  return 1 / Math.log2(2 + (starts[reader + 1] ?? 0) - (starts[reader] ?? 0));
}

/**
 * Turns the comics of each reader into the readers of each comic, in one array, comic after comic: those of comic `n` are at
 * `readerStarts[n]` up to `readerStarts[n + 1]`. First the readers of each comic are counted, then each gets its place.
 */
async function invert({ readers: count, starts, comics }: Tastes, comicCount: number, yieldNow: Yield) {
  const readerStarts = new Uint32Array(comicCount + 1);
  for (let reader = 0; reader < count; reader++) {
    for (let at = starts[reader] ?? 0; at < (starts[reader + 1] ?? 0); at++) {
      const next = (comics[at] ?? 0) + 1;
      readerStarts[next] = (readerStarts[next] ?? 0) + 1;
    }
    if (reader % STEP === 0) await yieldNow();
  }
  for (let comic = 0; comic < comicCount; comic++)
    readerStarts[comic + 1] = (readerStarts[comic + 1] ?? 0) + (readerStarts[comic] ?? 0);
  const next = readerStarts.slice();
  const readers = new Uint32Array(comics.length);
  for (let reader = 0; reader < count; reader++) {
    for (let at = starts[reader] ?? 0; at < (starts[reader + 1] ?? 0); at++) {
      const comic = comics[at] ?? 0;
      const place = next[comic] ?? 0;
      readers[place] = reader;
      next[comic] = place + 1;
    }
    if (reader % STEP === 0) await yieldNow();
  }
  return { readerStarts, readers };
}
