import type { ChapterAccess } from '#contract/shapes';
import { Countdown } from '../../text/countdown/countdown.tsx';
import { LastDayClock } from '../../text/countdown/last-day-clock.tsx';

type PriceLineProps = {
  access: Pick<ChapterAccess, 'price' | 'sale' | 'freeAt'>;
  /** What it costs now. */
  price: number;
  coinName: string;
  /** Called when the chapter becomes free or its sale ends. For callers that get no new answer at that moment. */
  onTurn?: () => void;
};

/** The price of a chapter, the reason for a lower price, and its end. */
export function PriceLine({ access, price, coinName, onTurn }: PriceLineProps) {
  const { price: whole, sale, freeAt } = access;
  const reduced = price < whole;
  return (
    <>
      <p>
        <strong className="text-2xl font-semibold">{price}</strong> {coinName}
        {reduced && (
          <s className="ml-2 text-sm text-soft">
            原价 {whole} {coinName}
          </s>
        )}
      </p>
      {reduced && sale && (
        <p className="text-sm text-accent">
          {sale.percent / 10}折 <LastDayClock until={sale.endsAt} onEnd={onTurn} className="ml-2" />
        </p>
      )}
      {freeAt && (
        <p className="text-sm text-accent">
          <Countdown until={freeAt} onEnd={onTurn} /> 后免费
        </p>
      )}
    </>
  );
}
