import { useState } from 'react';
import { userAutoBuy } from '#contract/calls/account';
import type { ChapterAccess } from '#contract/shapes';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { paymentPath } from '../../../paths.ts';
import { request } from '../../../runtime/request.ts';
import { useClientState } from '../../../state.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';
import { PriceLine } from './price-line.tsx';
import { buy, type Paid, usePurchase } from './purchase.ts';
import { costText, splitOf, splitText } from './split.ts';
import { type AssetNames, useAssetNames } from './use-asset-names.ts';

type BuyPanelProps = {
  access: ChapterAccess;
  /** The screen to return to after a top-up. */
  back: string;
  /** Its pages are being fetched. */
  opening?: boolean;
  onTurn?: () => void;
  onBought(paid: Paid | null): void;
};

/** The price of a locked chapter, the balance, and the buttons that buy it. */
export function BuyPanel({ access, back, opening = false, onTurn, onBought }: BuyPanelProps) {
  const { chapter, comic } = access;
  const names = useAssetNames();
  const teen = useClientState((state) => state.userInfo?.teen === true);
  const registered = useClientState((state) => state.userInfo?.registered === true);
  const { busy, problem, quote } = usePurchase([chapter.id], access);
  const [autoBuy, setAutoBuy] = useState<boolean | undefined>();
  const price = quote?.total ?? access.salePrice;
  const split = quote && !quote.split.tickets ? { ...quote.split, missing: quote.missing } : splitOf(price, access);

  const pay = async (ticket: boolean) => {
    const chosen = autoBuy === undefined ? {} : { autoBuy };
    const paid = await buy({ comicId: comic.id, chapterIds: [chapter.id], expect: price, ticket, ...chosen });
    if (paid) onBought(paid);
  };
  const waits = busy || opening;
  const waiting = busy ? '正在解锁…' : '正在打开…';
  // Before a login the balance is not known.
  const cost = costText(registered ? split : { bonus: 0, coins: price }, names);

  return (
    <div className="flex flex-col gap-2 text-center">
      <PriceLine access={access} price={price} coinName={names.coins} onTurn={onTurn} />
      {registered && <Balance access={access} names={names} />}
      {problem && (
        <p role="alert" className="text-sm text-balance text-danger">
          {problem}
        </p>
      )}
      {teen ? (
        <p className="text-sm">未成年人模式下不能购买，可以在「我的」里关闭。</p>
      ) : registered && split.missing > 0 && !waits ? (
        <>
          <p className="text-sm text-soft">
            还差 {split.missing} {names.coins}
          </p>
          <ScreenLink to={paymentPath(back)} className={buttonClass('primary', 'w-full')}>
            余额不足，去充值
          </ScreenLink>
        </>
      ) : (
        <>
          <p className="text-sm text-soft">
            {registered ? splitText(split, names) : `登录后购买，先用${names.bonus}，再用${names.coins}`}
          </p>
          <Button className="w-full" disabled={waits} onClick={() => void pay(false)}>
            {waits ? waiting : price === 0 ? '免费阅读' : `${cost}解锁`}
          </Button>
        </>
      )}
      {!teen && access.tickets > 0 && price > 0 && (
        <Button look="tinted" className="w-full" disabled={waits} onClick={() => void pay(true)}>
          用{names.tickets} ({access.tickets}张)
        </Button>
      )}
      {!teen && (
        <AutoBuySwitch
          comicId={comic.id}
          on={autoBuy ?? access.autoBuy}
          was={access.autoBuy}
          disabled={waits}
          onChange={setAutoBuy}
        />
      )}
    </div>
  );
}

function Balance({ access, names }: { access: ChapterAccess; names: AssetNames }) {
  return (
    <p className="text-sm text-soft">
      余额 {access.coins} {names.coins} · {access.bonus} {names.bonus}
    </p>
  );
}

type AutoBuySwitchProps = {
  comicId: number;
  on: boolean;
  was: boolean;
  disabled: boolean;
  onChange(on: boolean): void;
};

/** Switching on takes effect with the purchase, switching off at once. */
function AutoBuySwitch({ comicId, on, was, disabled, onChange }: AutoBuySwitchProps) {
  const change = (next: boolean) => {
    onChange(next);
    if (!next && was) void request(userAutoBuy, { comicId, on: false }).catch(() => onChange(true));
  };
  return (
    <label className="flex min-h-11 items-center gap-3 text-left text-sm">
      <span className="flex-1">
        自动购买下一话
        <span className="block text-xs text-soft">读到时才买，可在「我的」里关闭</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="size-5 accent-accent"
        checked={on}
        disabled={disabled}
        onChange={(event) => change(event.target.checked)}
      />
    </label>
  );
}
