import type { ComponentType } from 'react';
import type { UserInfo } from '#contract/shapes';
import { GiftIcon } from '../../../../ui/icons.tsx';
import { CalendarIcon, CoinIcon, RecordsIcon, TicketIcon } from '../../../../ui/reward-icons.tsx';
import { Balances } from '../../../features/buying/balances.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { DebtNote } from '../../../features/buying/debt-note.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';
import { useClientState } from '../../../state.ts';

type Entry = { to: string; label: string; Icon: ComponentType<{ className?: string }> };

const SPENDING: readonly Entry[] = [
  { to: paths.payment, label: '充值', Icon: CoinIcon },
  { to: paths.paymentRecords, label: '账单', Icon: RecordsIcon },
];
/** Only while there are codes that can be used. */
const CODES: Entry = { to: paths.redeem, label: '兑换码', Icon: TicketIcon };
const GIVEN: readonly Entry[] = [
  { to: paths.attendance, label: '签到', Icon: CalendarIcon },
  { to: paths.giftbox, label: '礼包', Icon: GiftIcon },
];

/** The balances, and links to get more. In 未成年人模式 nothing can be bought. */
export function WalletCard({ user }: { user: UserInfo }) {
  const names = useAssetNames();
  const hasCodes = useClientState((state) => state.config?.redeem === true);
  const spending = hasCodes ? [...SPENDING, CODES] : SPENDING;
  return (
    <section aria-label="钱包" className="mt-4 rounded-2xl bg-sunken px-4 pt-4 pb-2">
      {user.teen ? (
        <p className="pb-2 text-sm text-soft">未成年人模式下不能充值和购买，签到和礼包照常。</p>
      ) : (
        <Balances kinds={['coins', 'bonus', 'tickets']} />
      )}
      {!user.teen && <DebtNote coins={user.coins} names={names} />}
      <ul className="mt-2 flex border-t border-line pt-2 text-center">
        {[...(user.teen ? [] : spending), ...GIVEN].map(({ to, label, Icon }) => (
          <li key={to} className="flex-1">
            <ScreenLink
              to={to}
              className="flex min-h-14 flex-col items-center justify-center text-sm active:opacity-70"
            >
              <span className="relative">
                <Icon />
                {to === paths.giftbox && user.unread.gift > 0 && (
                  <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent">
                    <span className="sr-only">{user.unread.gift} 个可领的</span>
                  </span>
                )}
              </span>
              {label}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
