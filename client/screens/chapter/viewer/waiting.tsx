import type { Ref } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** In the place of a chapter that is on its way. */
export function Waiting({ title, ref }: { title: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} role="status" className="mx-auto flex w-full max-w-sm flex-col items-center gap-4">
      <p className="text-sm text-soft">{title}</p>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
