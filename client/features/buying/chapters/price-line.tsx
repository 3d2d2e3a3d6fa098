import type { ChapterAccess } from '#contract/shapes';
import { Countdown } from '../../text/countdown/countdown.tsx';
import { LastDayClock } from '../../text/countdown/last-day-clock.tsx';

type PriceLineProps = {
  access: Pick<ChapterAccess, 'price' | 'sale' | 'freeAt' | 'passPercent'>;
  /** The price now. */
  price: number;
  coinName: string;
  /** Called when the chapter becomes free or its sale ends, for callers whose answer is not fetched again at that moment. */
  onAccessChange?: () => void;
};

/** The price of a chapter, the reason for a lower price, and its end. */
export function PriceLine({ access, price, coinName, onAccessChange }: PriceLineProps) {
  const { price: originalPrice, sale, freeAt, passPercent } = access;
  const reduced = price < originalPrice;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-center gap-x-2">
        <span>
          <strong className="text-2xl font-semibold">{price}</strong> {coinName}
        </span>
        {reduced && (
          <s className="text-sm text-soft">
            原价 {originalPrice} {coinName}
          </s>
        )}
        {reduced && passPercent !== undefined && <span className="text-sm text-warm">月卡 {passPercent / 10} 折</span>}
        {reduced && passPercent === undefined && sale && (
          <span className="text-sm text-warm">
            {sale.percent / 10} 折{' '}
            <LastDayClock until={sale.endsAt} onEnd={onAccessChange} className="before:content-['·_']" />
          </span>
        )}
      </p>
      {freeAt && (
        <p className="text-sm text-soft">
          <Countdown until={freeAt} onEnd={onAccessChange} /> 后免费
        </p>
      )}
    </>
  );
}
