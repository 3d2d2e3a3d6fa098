import { RewardPicture } from '../../../../ui/reward-pictures.tsx';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { lastDay } from '../../../features/text/format/deadline-text.ts';
import { useClientState } from '../../../state.ts';
import { CardBadge } from './card-badge.tsx';
import { cardGrid } from './card-grid.ts';
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

/** 月卡 for sale: its benefits, the end of the reader's own one, and its duration. */
export function Passes({ items, comics, currency, picked, onPick }: PassesProps) {
  const until = useClientState((state) => state.userInfo?.pass?.until);
  const { grid, card, end } = cardGrid(items.length);
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="text-lg font-semibold">{until ? '续期月卡' : '月卡'}</legend>
      <p className="text-sm text-soft">
        {comics > 0
          ? `有月卡时，${comics} ${comics < MOST_COUNTED ? '部' : '多部'}漫画较早的话可以读；漫画的页面上写着是哪些。`
          : '现在还没有漫画包含在月卡里。'}
        {until && `你的月卡到 ${lastDay(until)}，续的天数接在后面。`}
      </p>
      <div className={grid}>
        {items.map(({ id, title, days, price, badge }) => (
          <label
            key={id}
            className={`${card} flex gap-x-2 rounded-2xl p-3 ring-inset ${id === picked ? 'bg-tint ring-2 ring-accent' : 'ring-1 ring-line'}`}
          >
            <input
              type="radio"
              name="package"
              className="sr-only"
              checked={id === picked}
              onChange={() => onPick(id)}
            />
            <span className="flex items-center gap-2">
              <RewardPicture kind="pass" className="size-9 shrink-0" />
              <span className="min-w-0 font-semibold">
                {title} <CardBadge text={badge} />
              </span>
            </span>
            <span className={`${end} flex gap-x-2`}>
              <span className="text-xl font-bold">{moneyText(price, currency)}</span>
              <span className="text-sm text-soft">{days} 天</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
