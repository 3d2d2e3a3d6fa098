import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { CardBadge } from './card-badge.tsx';
import { cardGrid } from './card-grid.ts';
import { CoinStack } from './coin-stack.tsx';
import { extraPercent, type Priced } from './limits.ts';

type PackagesProps = {
  /** The packages within the limits. */
  items: readonly Priced[];
  currency: string;
  picked: number | null;
  /** The coins that the reader lacks; 0 = unknown. */
  need: number;
  names: AssetNames;
  onPick(id: number): void;
};

/** The packages for sale, one of which is picked. */
export function Packages({ items, currency, picked, need, names, onPick }: PackagesProps) {
  const { grid, card, end } = cardGrid(items.length);
  return (
    <fieldset className="mt-5 min-w-0 low:mt-2">
      <legend className="flex items-baseline gap-2 text-lg font-semibold">
        选择金额
        {need > 0 && (
          <span className="text-sm font-normal text-warm">
            还差 {need} {names.coins}
          </span>
        )}
      </legend>
      <div className={grid}>
        {items.map((item, index) => (
          <label
            key={item.id}
            className={`${card} flex gap-x-2 rounded-2xl p-3 ring-inset ${item.id === picked ? 'bg-tint ring-2 ring-accent' : 'ring-1 ring-line'}`}
          >
            <input
              type="radio"
              name="package"
              className="sr-only"
              checked={item.id === picked}
              onChange={() => onPick(item.id)}
            />
            <span className="flex items-end gap-2">
              <CoinStack coins={index + 1} />
              <span className="min-w-0">
                <span className="block font-semibold">
                  {item.coins} {names.coins} <CardBadge text={item.badge} />
                </span>
                <Extras item={item} names={names} />
              </span>
            </span>
            <span className={`${end} flex gap-x-2`}>
              <span className="text-xl font-bold">{moneyText(item.price, currency)}</span>
              <Mark item={item} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Extras({ item: { bonus, first }, names }: { item: Priced; names: AssetNames }) {
  const parts = [bonus > 0 && `送 ${bonus} ${names.bonus}`, first > 0 && `首充送 ${first} ${names.bonus}`].filter(
    Boolean,
  );
  return parts.map((part) => (
    <span key={String(part)} className="block text-xs text-soft">
      {part}
    </span>
  ));
}

function Mark({ item }: { item: Priced }) {
  const percent = extraPercent(item);
  if (percent === 0) return null;
  return <span className="rounded-lg bg-sale px-1.5 text-xs leading-5 font-medium text-white">多送 {percent}%</span>;
}
