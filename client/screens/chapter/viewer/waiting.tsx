import type { Ref } from 'react';
import { Skeleton } from '../../../../ui/skeleton.tsx';

type WaitingProps = {
  title: string;
  /** Its price will come, on a card as high as this. */
  isPriced?: boolean;
  ref?: Ref<HTMLDivElement>;
};

/** In the place of a chapter that is on its way. */
export function Waiting({ title, isPriced = false, ref }: WaitingProps) {
  return (
    <div ref={ref} role="status" className="mx-auto flex w-full max-w-sm flex-col items-center gap-4">
      <p className="text-sm text-soft">{title}</p>
      <Skeleton className={`w-full ${isPriced ? 'h-[520px] low:h-60' : 'h-40'}`} />
    </div>
  );
}
