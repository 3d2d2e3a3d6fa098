import type { ReactNode } from 'react';
import type { WaitFree } from '#contract/shapes';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../notices.ts';
import { passPath, paymentPath } from '../../../paths.ts';
import { openLoginFor, useClientState } from '../../../state.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';
import { useOpenGifts } from '../gifts/use-open-gifts.ts';
import { buy, openByWaiting, type Paid, type Purchase, type PurchaseState } from './purchase.ts';
import { type AssetNames, useAssetNames } from './use-asset-names.ts';
import { balanceText, otherWayText, unlockedText, type Way, waysOf, wayText } from './ways.ts';

type PayButtonsProps = {
  /** The chapters, and the price that the reader sees. */
  purchase: Purchase;
  state: PurchaseState;
  /** The title of the login dialog. */
  loginFor: string;
  /** The screen to return to after a top-up. */
  back: string;
  /** The reader leaves for the cashier. */
  onTopUp?(): void;
  /** The bought pages are being fetched. */
  opening?: boolean;
  /** 等就免费, if it can open the chapter. */
  waitFree?: WaitFree | undefined;
  /** 月卡 would open the chapter, and is sold. */
  passForSale?: boolean;
  /** Null: opened without paying. */
  onBought(paid: Paid | null): void;
};

/** The balance, the cheapest way to unlock chapters as the button, and the other ways below it. */
export function PayButtons({
  purchase,
  state,
  loginFor,
  back,
  onTopUp,
  opening = false,
  waitFree,
  passForSale,
  onBought,
}: PayButtonsProps) {
  const names = useAssetNames();
  const user = useClientState(({ userInfo }) => userInfo);
  const gifts = useOpenGifts();

  const chapterCount = purchase.chapterIds.length;
  const balances = user?.registered ? user : null;
  const offer = { price: purchase.expect, chapterCount, balances, gifts: gifts ?? [], waitFree };
  const [first, ...others] = waysOf(offer);
  const isTeen = user?.teen === true;
  if (isTeen && first.kind !== 'wait') return <p className="text-sm">未成年人模式下不能购买，可以在「我的」里关闭。</p>;
  const balance = balances
    ? balanceText(balances, names)
    : `登录后可用${names.coins}、${names.bonus}和${names.tickets}`;
  const take = async (way: Way) => {
    if (way.kind === 'login') return openLoginFor(loginFor);
    if (way.kind === 'wait') {
      if (!(await openByWaiting(purchase))) return;
      toast(`已打开，可以读 ${way.readHours} 小时`);
      return onBought(null);
    }
    const gift = way.kind === 'gift' ? way.gift : undefined;
    const ticket = way.kind === 'ticket' || gift?.kind === 'ticket';
    const paid = await buy({ ...purchase, ticket, ...(gift && { gift }) });
    if (!paid) return;
    toast(unlockedText(paid, names, chapterCount));
    onBought(paid);
  };
  const waiting = state.busy ? '正在解锁…' : opening ? '正在打开…' : null;
  return (
    <>
      {state.problem && (
        <p role="alert" className="text-sm text-balance text-danger">
          {state.problem}
        </p>
      )}
      {/* A new element for each text, because a centred text that changes would be a layout shift. */}
      <p key={balance} className="text-sm text-soft">
        {balance}
      </p>
      {!gifts ? (
        <Skeleton className="h-11 rounded-full" />
      ) : waiting ? (
        <Button className="w-full" disabled>
          {waiting}
        </Button>
      ) : first.kind === 'topUp' ? (
        <ScreenLink
          to={paymentPath(back, first.missing)}
          className={buttonClass('primary', 'w-full')}
          onClick={() => onTopUp?.()}
        >
          {wayText(first, names)}
        </ScreenLink>
      ) : (
        <Button className="w-full" onClick={() => void take(first)}>
          {wayText(first, names, chapterCount)}
        </Button>
      )}
      <OtherWays ways={isTeen ? [] : others} names={names} disabled={waiting !== null} onTake={(way) => void take(way)}>
        {passForSale && !isTeen && <PassLink back={back} />}
      </OtherWays>
    </>
  );
}

type OtherWaysProps = {
  ways: readonly Way[];
  names: AssetNames;
  disabled: boolean;
  onTake(way: Way): void;
  children: ReactNode;
};

/** The other ways in one row, without the height of a row where there are none. */
function OtherWays({ ways, names, disabled, onTake, children }: OtherWaysProps) {
  return (
    <div className="flex flex-wrap justify-center gap-x-6 empty:hidden">
      {ways.map((way) => (
        <button
          key={way.kind}
          type="button"
          className="min-h-11 text-sm text-accent disabled:opacity-50"
          disabled={disabled}
          onClick={() => onTake(way)}
        >
          {otherWayText(way, names)}
        </button>
      ))}
      {children}
    </div>
  );
}

/** Leads to the sale of 月卡, if it would open the chapter. */
function PassLink({ back }: { back: string }) {
  return (
    <ScreenLink to={passPath(back)} className="inline-flex min-h-11 items-center text-sm text-accent">
      开通月卡来读
    </ScreenLink>
  );
}
