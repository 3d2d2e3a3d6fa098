/** Lets work go on only while what it holds in memory stays within a limit; one that needs more than all of it runs alone. */
export type ByteBudget = {
  /** Waits for its turn, in order; the answer gives the bytes back. */
  take(bytes: number): Promise<() => void>;
};

export function byteBudget(limit: number): ByteBudget {
  let left = limit;
  const waiting: { bytes: number; go: () => void }[] = [];

  function letGo(): void {
    for (let next = waiting[0]; next && next.bytes <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.bytes;
      next.go();
    }
  }

  return {
    async take(wanted) {
      const bytes = Math.min(wanted, limit);
      await new Promise<void>((resolve) => {
        waiting.push({ bytes, go: resolve });
        letGo();
      });
      return () => {
        left += bytes;
        letGo();
      };
    },
  };
}
