import { type ReactNode, useState } from 'react';
import type { DataOf } from '#contract/call';
import { chargeItem } from '#contract/calls/wallet';
import { LIST_CURRENCY } from '#contract/currencies';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { type AssetNames, useAssetNames } from '../../../features/buying/unlock/use-asset-names.ts';
import { moneyText, priceEachText } from '../../../features/buying/yuan/money-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { openOrder } from '../order/next-step.ts';
import { SandboxNote } from '../sandbox-note.tsx';
import { type Scene, sceneOf } from '../scene.ts';
import { BalanceCard } from './balance-card.tsx';
import { Channels } from './channels.tsx';
import { limitText } from './limit-text.ts';
import { NothingToBuy } from './nothing-to-buy.tsx';
import { type Package, priceIn } from './package-price.ts';
import { Packages } from './packages.tsx';
import { isForbidden, submitOrder, submitProblem } from './submit-order.ts';
import { UnfinishedOrder } from './unfinished-order.tsx';

/** Chooses what to buy and how to pay; `back` is where the coins are wanted. */
export function Cashier({ back }: { back: string }) {
  const [scene] = useState(() => sceneOf(navigator));
  const { data, error, retry } = useCall(chargeItem, { scene }, { staleMs: 0 });
  const registered = useClientState((state) => state.userInfo?.registered === true);
  const names = useAssetNames();
  if (isForbidden(error)) {
    return (
      <EmptyState title="未成年人模式下不能充值" hint="可以在「我的」里关闭未成年人模式。">
        <ScreenLink to={paths.my} className={buttonClass('tinted')}>
          我的
        </ScreenLink>
      </EmptyState>
    );
  }
  return (
    <div className="page-width max-w-2xl pb-24">
      <BalanceCard names={names} />
      {registered && <UnfinishedOrder />}
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <CashierSkeleton />
      ) : data.items.length === 0 || data.channels.length === 0 ? (
        <NothingToBuy sells={data.items.length > 0} scene={scene} />
      ) : (
        <Choice options={data} scene={scene} back={back} names={names} />
      )}
    </div>
  );
}

type TopUpOptions = DataOf<typeof chargeItem>;
type ChoiceProps = { options: TopUpOptions; scene: Scene; back: string; names: AssetNames };

function Choice({ options, scene, back, names }: ChoiceProps) {
  const { items, channels, limits, bonusDays } = options;
  const [itemId, setItemId] = useState<number | null>(null);
  const [channelId, setChannelId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  const currency = channel?.currency ?? LIST_CURRENCY;
  const allowed = items.flatMap((item) => {
    const price = priceIn(item, currency);
    return price !== null && limitText(item.cash, limits, currency) === null ? [{ ...item, price }] : [];
  });
  const item = allowed.find(({ id }) => id === itemId) ?? allowed[0];

  const pay = async () => {
    if (!item || !channel || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { orderId, next } = await submitOrder({
        itemId: item.id,
        channel: channel.id,
        scene,
        expect: item.price,
        back,
      });
      await openOrder({ orderId, next, back });
    } catch (error) {
      setProblem(submitProblem(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Packages
        items={items}
        currency={currency}
        picked={item?.id ?? null}
        limits={limits}
        names={names}
        onPick={setItemId}
      />
      <Channels channels={channels} picked={channel?.id ?? null} onPick={setChannelId} />
      <Rules item={item} currency={currency} bonusDays={bonusDays} names={names} />
      <PayBar note={channel?.test ? <SandboxNote /> : null} problem={problem}>
        <Button className="w-full" disabled={busy || !item} onClick={() => void pay()}>
          {busy ? '正在下单…' : item ? `支付 ${moneyText(item.price, currency)}` : '已达充值限额'}
        </Button>
      </PayBar>
    </>
  );
}

type RulesProps = {
  item: (Package & { price: number }) | undefined;
  currency: string;
  bonusDays: number;
  names: AssetNames;
};

/** What a coin costs, what expires and what is used first: said before one pays. */
function Rules({ item, currency, bonusDays, names }: RulesProps) {
  return (
    <section aria-label="说明" className="mt-6 text-sm text-soft">
      <ul className="flex flex-col gap-1">
        {item && item.coins > 0 && (
          <li>
            这一档 1 {names.coins}约 {priceEachText(item.price, item.coins, currency)}，{names.coins}不会过期。
          </li>
        )}
        <li>
          {names.bonus}自到账起 {bonusDays} 天内有效；购买时先用{names.bonus}，快到期的先用。
        </li>
        <li>
          支付即表示同意
          <ScreenLink to={paths.service} className="inline-flex min-h-11 items-center text-accent">
            《服务条款》
          </ScreenLink>
        </li>
      </ul>
    </section>
  );
}

type PayBarProps = { note: ReactNode; problem: string | null; children: ReactNode };

function PayBar({ note, problem, children }: PayBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line pb-[env(safe-area-inset-bottom)] frosted">
      <div className="page-width flex max-w-2xl flex-col gap-2 py-2.5 low:flex-row">
        {note}
        {problem && (
          <p role="alert" className="text-sm text-pretty text-danger">
            {problem}
          </p>
        )}
        {children}
      </div>
    </div>
  );
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
