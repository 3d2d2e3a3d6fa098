import { type ReactNode, useState } from 'react';
import type { DataOf } from '#contract/call';
import type { chargeItem } from '#contract/calls/wallet';
import { LIST_CURRENCY } from '#contract/currencies';
import { Button } from '../../../../ui/button.tsx';
import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { openOrder } from '../order/next-step.ts';
import { SandboxNote } from '../sandbox-note.tsx';
import type { Scene } from '../scene.ts';
import { Channels } from './channels.tsx';
import { LimitNote } from './limit-note.tsx';
import { enoughFor, splitByLimits } from './limits.ts';
import { Packages } from './packages.tsx';
import { Passes } from './passes.tsx';
import { Rules } from './rules.tsx';
import { submitOrder, submitProblem } from './submit-order.ts';

type TopUpOptions = DataOf<typeof chargeItem>;
type ChoiceProps = {
  options: TopUpOptions;
  scene: Scene;
  back: string;
  /** The coins that the reader lacks; 0 = unknown. */
  need: number;
  /** 月卡 is above the coins and chosen at first, if it is for sale. */
  picksPass: boolean;
  names: AssetNames;
};

/** Chooses coins or 月卡 and a channel, and places the order. */
export function Choice({ options, scene, back, need, picksPass, names }: ChoiceProps) {
  const { items, pass, channels, limits, bonusDays } = options;
  const [itemId, setItemId] = useState<number | null>(null);
  const [channelId, setChannelId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  const currency = channel?.currency ?? LIST_CURRENCY;
  const { within, beyond } = splitByLimits(items, limits, currency);
  const passes = splitByLimits(pass?.items ?? [], limits, currency);
  const picked = [...within, ...passes.within].find(({ id }) => id === itemId);
  const [firstPass] = passes.within;
  const item = picked ?? (picksPass ? firstPass : undefined) ?? enoughFor(within, need) ?? firstPass;

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

  const passCards = pass && passes.within.length > 0 && (
    <Passes
      items={passes.within}
      comics={pass.comics}
      currency={currency}
      picked={item?.id ?? null}
      onPick={setItemId}
    />
  );
  return (
    <>
      <LimitNote limits={limits} beyond={[...beyond, ...passes.beyond]} currency={currency} />
      {picksPass && passCards}
      {within.length > 0 && (
        <Packages
          items={within}
          currency={currency}
          picked={item?.id ?? null}
          need={need}
          names={names}
          onPick={setItemId}
        />
      )}
      {!picksPass && passCards}
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
