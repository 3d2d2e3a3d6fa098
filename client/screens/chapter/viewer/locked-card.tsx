import type { ReactNode } from 'react';
import type { ChapterAccess } from '#contract/shapes';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { LastDayClock } from '../../../features/countdown/last-day-clock.tsx';
import { LazyImage } from '../../../features/lazy-image/lazy-image.tsx';
import { useClientState } from '../../../state.ts';
import { LockIcon } from '../../../ui/screen-icons.tsx';

type LockedCardProps = {
  title: string;
  access: ChapterAccess;
  /** Called when the chapter becomes free or its sale ends, for callers that get no new answer at that moment. */
  onFree?: () => void;
  /** The buttons. */
  children: ReactNode;
};

/** A chapter that may not be read yet: its first page blurred, its price, and when it becomes free. */
export function LockedCard({ title, access, onFree, children }: LockedCardProps) {
  const coin = useClientState((state) => state.config?.coin);
  const coinName = coin?.name ?? '漫币';
  const onSale = access.salePrice < access.price;
  return (
    <section
      aria-label="本话未解锁"
      className="mx-auto w-full max-w-sm overflow-hidden rounded-2xl bg-raised ring-1 ring-line low:flex low:max-w-2xl"
    >
      <div className="relative low:w-2/5 low:shrink-0">
        <LazyImage
          image={access.preview}
          alt=""
          className="aspect-[4/3] w-full object-cover object-top low:absolute low:h-full"
        />
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-14 place-items-center rounded-full bg-black/50 text-white">
            <LockIcon />
          </span>
        </span>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-6 text-center">
        <h2 className="text-[17px] font-medium">{title}</h2>
        <p className="text-sm text-soft">本话需要购买后阅读</p>
        <p>
          <strong className="text-2xl font-semibold">{access.salePrice}</strong> {coinName}
          {onSale && (
            <s className="ml-2 text-sm text-soft">
              原价 {access.price} {coinName}
            </s>
          )}
        </p>
        {onSale && access.sale && (
          <p className="text-sm text-accent">
            {access.sale.percent / 10}折 <LastDayClock until={access.sale.endsAt} onEnd={onFree} />
          </p>
        )}
        {access.freeAt && (
          <p className="text-sm text-accent">
            <Countdown until={access.freeAt} onEnd={onFree} /> 后免费
          </p>
        )}
        <p className="text-sm text-soft">
          余额 {access.coins} {coinName} · {access.bonus} {coin?.bonusName ?? '赠币'}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </section>
  );
}
