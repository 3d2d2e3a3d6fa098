/** The tastes of readers, reader after reader: comics by their index in the catalogue, and how much each counts. */
export type Tastes = {
  readers: number;
  /** Where each reader's comics begin; one more at the end. */
  starts: Uint32Array;
  comics: Uint32Array;
  weights: Float32Array;
};

/** A comic that a reader liked this many days ago. */
export type Liked = { comicId: number; days: number };

/** A like that is this old counts half. */
const HALF_LIFE_DAYS = 90;

/** The weight of a like that is this many days old. */
export function weightAfter(days: number, halfLifeDays = HALF_LIFE_DAYS): number {
  return 0.5 ** (Math.max(0, days) / halfLifeDays);
}

/** Collects tastes, at most this many comics of all readers together: 8 bytes each. */
export function createTastes(indexOf: ReadonlyMap<number, number>, most: number) {
  const starts = [0];
  let comics = new Uint32Array(1024);
  let weights = new Float32Array(1024);
  let length = 0;

  function makeRoom(): void {
    if (length < comics.length) return;
    const [more, heavier] = [new Uint32Array(length * 2), new Float32Array(length * 2)];
    more.set(comics);
    heavier.set(weights);
    [comics, weights] = [more, heavier];
  }

  return {
    isFull: () => length >= most,
    add(liked: readonly Liked[]): void {
      const start = length;
      for (const { comicId, days } of liked) {
        const index = indexOf.get(comicId);
        if (index === undefined) continue;
        makeRoom();
        comics[length] = index;
        weights[length] = weightAfter(days);
        length++;
      }
      if (length > start) starts.push(length);
    },
    finish: (): Tastes => ({
      readers: starts.length - 1,
      starts: Uint32Array.from(starts),
      comics: comics.subarray(0, length),
      weights: weights.subarray(0, length),
    }),
  };
}
