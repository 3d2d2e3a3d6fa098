import { useEffect, useState } from 'react';

/** How much more this browser would keep; null where it does not say. Asked again when `cause` changes. */
export function useFreeBytes(cause: unknown): number | null {
  const [free, setFree] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is downloaded takes of it.
  useEffect(() => {
    const ask = async () => {
      const { quota, usage } = await navigator.storage.estimate();
      if (quota !== undefined && usage !== undefined) setFree(Math.max(0, quota - usage));
    };
    void ask().catch(() => undefined);
  }, [cause]);
  return free;
}
