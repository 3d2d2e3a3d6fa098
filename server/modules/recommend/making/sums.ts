/** Sums by comic, which cost only as much as was added, however many comics there are. */
export type Sums = {
  add(comic: number, amount: number): void;
  /** Calls `take` with every sum, and begins anew. */
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
