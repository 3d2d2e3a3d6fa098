import { useState } from 'react';
import { userAutoBuy } from '#contract/calls/account';
import type { ChapterAccess } from '#contract/shapes';
import { SwitchRow } from '../../../../ui/switch-row.tsx';
import { request } from '../../../runtime/request.ts';
import { useClientState } from '../../../state.ts';
import { chapterName } from '../../reading/chapter-words/chapter-title.ts';
import { Countdown } from '../../text/countdown/countdown.tsx';
import { LastDayClock } from '../../text/countdown/last-day-clock.tsx';
import { PayButtons } from './pay-buttons.tsx';
import { type Paid, usePurchase } from './purchase.ts';
import { useAssetNames } from './use-asset-names.ts';
import { WaitNote } from './wait-note.tsx';

type BuyPanelProps = {
  access: ChapterAccess;
  /** The screen to return to after a top-up. */
  back: string;
  /** Its pages are being fetched. */
  opening?: boolean;
  onAccessChange?: () => void;
  onBought(paid: Paid | null): void;
};

/** The price of a locked chapter, and the ways to unlock it. */
export function BuyPanel({ access, back, opening = false, onAccessChange, onBought }: BuyPanelProps) {
  const { chapter, comic } = access;
  const names = useAssetNames();
  const teen = useClientState((state) => state.userInfo?.teen === true);
  const state = usePurchase([chapter.id], access);
  const [autoBuy, setAutoBuy] = useState<boolean | undefined>();
  const price = state.quote?.total ?? access.salePrice;
  return (
    <div className="flex flex-col gap-2 text-center">
      <PriceLine access={access} price={price} coinName={names.coins} onAccessChange={onAccessChange} />
      <PayButtons
        purchase={{ comicId: comic.id, chapterIds: [chapter.id], expect: price, autoBuy }}
        state={state}
        loginFor={`登录后解锁${chapterName(chapter)}`}
        back={back}
        opening={opening}
        waitFree={access.waitFree}
        passForSale={access.passForSale === true}
        onBought={onBought}
      />
      {access.waitFree && <WaitNote waitFree={access.waitFree} onReady={onAccessChange} />}
      {!teen && (
        <AutoBuySwitch
          comicId={comic.id}
          on={autoBuy ?? access.autoBuy}
          was={access.autoBuy}
          disabled={state.busy || opening}
          onChange={setAutoBuy}
        />
      )}
    </div>
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
    <SwitchRow on={on} disabled={disabled} onSwitch={change}>
      自动购买下一话
      <span className="block text-xs text-soft">读到时才买，可在「我的」里关闭</span>
    </SwitchRow>
  );
}

type PriceLineProps = {
  access: Pick<ChapterAccess, 'price' | 'sale' | 'freeAt' | 'passPercent'>;
  /** The price now. */
  price: number;
  coinName: string;
  /** Called when the chapter becomes free or its sale ends, for callers whose answer is not fetched again at that moment. */
  onAccessChange?: () => void;
};

/** The price of a chapter, the reason for a lower price, and its end. */
function PriceLine({ access, price, coinName, onAccessChange }: PriceLineProps) {
  const { price: originalPrice, sale, freeAt, passPercent } = access;
  const reduced = price < originalPrice;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-center gap-x-2">
        <span>
          <strong className="text-2xl font-semibold">{price}</strong> {coinName}
        </span>
        {reduced && (
          <s className="text-sm text-soft">
            原价 {originalPrice} {coinName}
          </s>
        )}
        {reduced && passPercent !== undefined && <span className="text-sm text-warm">月卡 {passPercent / 10} 折</span>}
        {reduced && passPercent === undefined && sale && (
          <span className="text-sm text-warm">
            {sale.percent / 10} 折{' '}
            <LastDayClock until={sale.endsAt} onEnd={onAccessChange} className="before:content-['·_']" />
          </span>
        )}
      </p>
      {freeAt && (
        <p className="text-sm text-soft">
          <Countdown until={freeAt} onEnd={onAccessChange} /> 后免费
        </p>
      )}
    </>
  );
}
