/** Sums by comic. Their cost depends on the number of additions, not on the number of comics. */
export type Sums = {
  add(comic: number, amount: number): void;
  /** Calls `take` with every sum, and sets all to zero. */
  drain(take: (comic: number, sum: number) => void): void;
};

export function createSums(comicCount: number): Sums {
  const sums = new Float64Array(comicCount);
  const touched: number[] = [];
  return {
    add(comic, amount) {
      if (sums[comic] === 0) touched.push(comic);
      sums[comic] = (sums[comic] ?? 0) + amount;
    },
    drain(take) {
      for (const comic of touched) {
        take(comic, sums[comic] ?? 0);
        sums[comic] = 0;
      }
      touched.length = 0;
    },
  };
}
