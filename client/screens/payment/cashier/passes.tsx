import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { lastDay } from '../../../features/text/format/deadline-text.ts';
import { useClientState } from '../../../state.ts';
import { cardWidth, FULL_ROWS } from './full-rows.ts';
import type { Priced } from './limits.ts';
import type { Pass } from './package-price.ts';

/** The server counts no further. */
const MOST_COUNTED = 1000;

type PassesProps = {
  /** The passes within the limits. */
  items: readonly Priced<Pass>[];
  /** How many comics it opens. */
  comics: number;
  currency: string;
  picked: number | null;
  onPick(id: number): void;
};

/** 月卡 for sale: what it brings, when the reader's ends, and how long it lasts. */
export function Passes({ items, comics, currency, picked, onPick }: PassesProps) {
  const until = useClientState((state) => state.userInfo?.pass?.until);
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="text-lg font-semibold">{until ? '续期月卡' : '月卡'}</legend>
      <p className="text-sm text-soft">
        {comics > 0 &&
          `有月卡时，${comics} ${comics < MOST_COUNTED ? '部' : '多部'}漫画较早的话可以读；漫画的页面上写着是哪些。`}
        {until && `你的月卡到 ${lastDay(until)}，续的天数接在后面。`}
      </p>
      <div className={FULL_ROWS}>
        {items.map(({ id, title, days, price, badge }) => (
          <label
            key={id}
            className={`${cardWidth(items.length)} relative flex min-h-20 flex-col overflow-hidden rounded-2xl p-3 ring-inset ${id === picked ? 'bg-tint ring-2 ring-accent' : 'ring-1 ring-line'}`}
          >
            <input
              type="radio"
              name="package"
              className="sr-only"
              checked={id === picked}
              onChange={() => onPick(id)}
            />
            <span className="font-semibold">{title}</span>
            <span className="mt-auto flex items-baseline justify-between gap-2 pt-2">
              <span className="text-xl font-bold">{moneyText(price, currency)}</span>
              <span className="text-sm text-soft">{days} 天</span>
            </span>
            {badge && (
              <span className="absolute top-0 right-0 rounded-bl-xl bg-accent px-2 text-xs leading-5 text-on-accent">
                {badge}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
