import { useEffect, useState } from 'react';

/** The free bytes that this browser reports; null if it does not. Read again when `cause` changes. */
export function useFreeBytes(cause: unknown): number | null {
  const [free, setFree] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: downloads reduce the free space.
  useEffect(() => {
    const ask = async () => {
      const { quota, usage } = await navigator.storage.estimate();
      if (quota !== undefined && usage !== undefined) setFree(Math.max(0, quota - usage));
    };
    void ask().catch(() => undefined);
  }, [cause]);
  return free;
}
