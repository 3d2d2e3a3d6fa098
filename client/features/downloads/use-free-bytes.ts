import { useEffect, useState } from 'react';

/** How much more this browser would keep; null where it does not say. Asked again when `cause` changes. */
export function useFreeBytes(cause: unknown): number | null {
  const [free, setFree] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is downloaded takes of it.
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      const { quota, usage } = await navigator.storage.estimate();
      if (!isLeft && quota !== undefined && usage !== undefined) setFree(Math.max(0, quota - usage));
    };
    void ask().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [cause]);
  return free;
}
