import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { chargeItem } from '#contract/calls/wallet';
import { teenModeForbids } from '#contract/codes';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { ClosedToTeens } from '../../../features/account/closed-to-teens.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { sceneOf } from '../scene.ts';
import { BalanceCard } from './balance-card.tsx';
import { Choice } from './choice.tsx';
import { NothingToBuy } from './nothing-to-buy.tsx';
import { isForbidden } from './submit-order.ts';
import { UnfinishedOrder } from './unfinished-order.tsx';

type CashierProps = {
  /** The screen to return to afterwards. */
  back: string;
  /** The coins that the reader lacks; 0 = unknown. */
  need: number;
  /** 月卡 is chosen at first, if it is for sale. */
  picksPass: boolean;
};

/** Sells coins and 月卡. */
export function Cashier({ back, need, picksPass }: CashierProps) {
  const [scene] = useState(() => sceneOf(navigator));
  const { data, error, retry } = useCall(chargeItem, { scene }, { staleMs: 0, expected: [teenModeForbids] });
  const registered = useClientState((state) => state.userInfo?.registered === true);
  const names = useAssetNames();
  if (isForbidden(error)) {
    return <ClosedToTeens title="未成年人模式下不能充值" />;
  }
  return (
    <div className="page-width max-w-2xl pb-24">
      <BalanceCard names={names} />
      {registered && <UnfinishedOrder />}
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <CashierSkeleton />
      ) : !sellsAnything(data) || data.channels.length === 0 ? (
        <NothingToBuy sells={sellsAnything(data)} scene={scene} />
      ) : (
        <Choice options={data} scene={scene} back={back} need={need} picksPass={picksPass} names={names} />
      )}
    </div>
  );
}

function sellsAnything({ items, pass }: DataOf<typeof chargeItem>): boolean {
  return items.length > 0 || pass !== undefined;
}

function CashierSkeleton() {
  return (
    <div aria-hidden className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <Skeleton key={n} className="h-24 rounded-2xl" />
      ))}
    </div>
  );
}
