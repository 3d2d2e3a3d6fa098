import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of a row that is loading, of the same height. */
export function RankRowSkeleton() {
  return (
    <div className="flex items-center gap-4 py-2">
      <Skeleton className="ml-1 size-6" />
      <Skeleton className="ml-1 aspect-3/4 w-14 shrink-0" />
      <Skeleton className="h-8 w-2/5" />
    </div>
  );
}
