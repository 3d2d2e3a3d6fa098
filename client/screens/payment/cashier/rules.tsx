import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { priceEachText } from '../../../features/buying/yuan/money-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';
import type { Priced } from './limits.ts';
import type { Sold } from './package-price.ts';

type RulesProps = {
  item: Priced<Sold> | undefined;
  currency: string;
  bonusDays: number;
  names: AssetNames;
};

/** The price of a coin or the days of 月卡, which currencies expire, and which one is spent first. */
export function Rules({ item, currency, bonusDays, names }: RulesProps) {
  return (
    <p role="note" aria-label="说明" className="mt-6 text-sm leading-6 text-pretty text-soft">
      {item && 'days' in item && '付款后立即生效，今天算第一天，不会自动续费；申请退款时，只退还没有开始的天数。'}
      {item &&
        'coins' in item &&
        item.coins > 0 &&
        `这一档 1 ${names.coins}约 ${priceEachText(item.price, item.coins, currency)}，${names.coins}不会过期。`}
      {!(item && 'days' in item) &&
        `${names.bonus}自到账起 ${bonusDays} 天内有效；购买时先用${names.bonus}，快到期的先用。`}
      支付即表示同意
      <ScreenLink to={paths.service} className="-my-3 inline-flex min-h-11 items-center text-accent">
        《服务条款》
      </ScreenLink>
    </p>
  );
}
