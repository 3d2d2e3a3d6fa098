/** Bounds the memory that work holds at once; work that needs more than the whole limit runs alone. */
export type ByteBudget = {
  /** Waits until the bytes are free, in the order of the calls; the returned function releases them. */
  take(bytes: number): Promise<() => void>;
};

export function byteBudget(limit: number): ByteBudget {
  let left = limit;
  const waiting: { bytes: number; go: () => void }[] = [];

  function startNext(): void {
    for (let next = waiting[0]; next && next.bytes <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.bytes;
      next.go();
    }
  }

  return {
    async take(requested) {
      const bytes = Math.min(requested, limit);
      await new Promise<void>((resolve) => {
        waiting.push({ bytes, go: resolve });
        startNext();
      });
      return () => {
        left += bytes;
        startNext();
      };
    },
  };
}
