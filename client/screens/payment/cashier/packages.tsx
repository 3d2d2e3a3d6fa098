import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { type ChargeLimits, limitText } from './limit-text.ts';
import { type Package, priceIn } from './package-price.ts';

type PackagesProps = {
  items: readonly Package[];
  /** What the picked channel takes. */
  currency: string;
  picked: number | null;
  limits: ChargeLimits;
  names: AssetNames;
  onPick(id: number): void;
};

/** The packages for sale, one of which is picked. */
export function Packages({ items, currency, picked, limits, names, onPick }: PackagesProps) {
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="text-lg font-semibold">选择金额</legend>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {items.map((item) => {
          const limit = limitText(item.cash, limits, currency);
          const price = priceIn(item, currency);
          if (price === null) return null;
          return (
            <label
              key={item.id}
              className={`relative flex min-h-24 flex-col rounded-2xl p-4 ring-1 ${item.id === picked ? 'bg-tint text-on-tint ring-accent' : 'ring-line'} ${limit ? 'opacity-60' : ''}`}
            >
              <input
                type="radio"
                name="package"
                className="sr-only"
                checked={item.id === picked}
                disabled={limit !== null}
                onChange={() => onPick(item.id)}
              />
              {item.badge && (
                <span className="absolute top-0 right-0 rounded-lg bg-accent px-2 text-xs text-on-accent">
                  {item.badge}
                </span>
              )}
              <span className="text-[1.0625rem] font-semibold">
                {item.coins} {names.coins}
              </span>
              {item.bonus > 0 && (
                <span className="text-sm">
                  送 {item.bonus} {names.bonus}
                </span>
              )}
              {item.first > 0 && (
                <span className="text-sm font-medium">
                  首充再送 {item.first} {names.bonus}
                </span>
              )}
              <span className="mt-auto pt-1 font-medium">{moneyText(price, currency)}</span>
              {limit && <span className="text-xs">{limit}</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
