import { Skeleton } from '../../../ui/skeleton.tsx';

/** The placeholder of a row that is loading, of the same height. */
export function RankRowSkeleton() {
  return (
    <div className="flex items-center gap-3 py-2">
      <Skeleton className="mx-1.5 size-6" />
      <Skeleton className="aspect-3/4 w-14 shrink-0" />
      <Skeleton className="h-8 w-2/5" />
    </div>
  );
}
