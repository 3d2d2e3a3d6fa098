import type { Ref } from 'react';
import { Skeleton } from '../../../../ui/skeleton.tsx';

type WaitingProps = {
  title: string;
  /** A price card will replace it, which is as high as this. */
  isPriced?: boolean;
  ref?: Ref<HTMLDivElement>;
};

/** The placeholder of a chapter that is loading. */
export function Waiting({ title, isPriced = false, ref }: WaitingProps) {
  return (
    <div ref={ref} role="status" className="mx-auto flex w-full max-w-sm flex-col items-center gap-4">
      <p className="text-sm text-soft">{title}</p>
      {/* Out of view it is not animated: before and after the pages that would cost style calculations during all the reading. */}
      <div className={`w-full [content-visibility:auto] ${isPriced ? 'h-[480px] low:h-60' : 'h-40'}`}>
        <Skeleton className="size-full" />
      </div>
    </div>
  );
}
