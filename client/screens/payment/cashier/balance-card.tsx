import { useFreshProfile } from '../../../features/account/use-fresh-profile.ts';
import { Balances } from '../../../features/buying/balances.tsx';
import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { DebtNote } from '../../../features/buying/debt-note.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';
import { useClientState } from '../../../state.ts';

/** The balances, and a link to the bill. */
export function BalanceCard({ names }: { names: AssetNames }) {
  useFreshProfile();
  const user = useClientState((state) => state.userInfo);
  const hasCodes = useClientState((state) => state.config?.redeem === true);
  return (
    <section
      aria-label="余额"
      className="mt-4 rounded-2xl bg-sunken px-4 pt-4 low:mt-2 low:flex low:flex-wrap low:items-center low:py-1 low:*:first:flex-1"
    >
      <Balances kinds={['coins', 'bonus', 'tickets']} />
      <DebtNote coins={user?.coins ?? 0} names={names} />
      <div className="mt-2 flex justify-evenly border-t border-line text-sm text-accent low:mt-0 low:gap-4 low:border-0 low:pl-4">
        <ScreenLink to={paths.paymentRecords} className="flex h-11 items-center">
          账单
        </ScreenLink>
        {hasCodes && (
          <ScreenLink to={paths.redeem} className="flex h-11 items-center">
            使用兑换码
          </ScreenLink>
        )}
      </div>
    </section>
  );
}
