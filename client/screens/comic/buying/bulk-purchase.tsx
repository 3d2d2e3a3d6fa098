import { comicQuote } from '#contract/calls/comic';
import { chapterNotFound, teenModeForbids } from '#contract/codes';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { buy, usePurchase } from '../../../features/buying/chapters/purchase.ts';
import { costText, splitText } from '../../../features/buying/chapters/split.ts';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { toast } from '../../../notices.ts';
import { comicPath, paymentPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import { useSettled } from './use-settled.ts';

/** Quick taps cause one request. */
const SETTLED_MS = 250;

type BulkPurchaseProps = { comicId: number; chapterIds: readonly number[]; onBought(): void };

/** The total cost of the chosen chapters, how it is paid, and the button to buy them. */
export function BulkPurchase({ comicId, chapterIds, onBought }: BulkPurchaseProps) {
  const settled = useSettled(chapterIds, SETTLED_MS);
  const isSettled = settled.length === chapterIds.length && settled.every((id, at) => id === chapterIds[at]);
  return (
    // The height is the same in every state, so that the content above does not move under the finger.
    <div className="mt-4 flex min-h-32 flex-col justify-end gap-2 text-center">
      {chapterIds.length === 0 ? (
        <p className="text-sm text-soft">选择要解锁的话</p>
      ) : isSettled ? (
        <PurchasePanel comicId={comicId} chapterIds={settled} onBought={onBought} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </div>
  );
}

function PurchasePanel({ comicId, chapterIds, onBought }: BulkPurchaseProps) {
  const names = useAssetNames();
  const registered = useClientState((state) => state.userInfo?.registered === true);
  // The query key contains the chosen chapters, so a late answer for another choice is ignored.
  const { data, error, retry } = useCall(
    comicQuote,
    { chapterIds: [...chapterIds], ticket: false },
    { staleMs: 0, expected: [chapterNotFound, teenModeForbids] },
  );
  const { busy, problem, quote: refused } = usePurchase(chapterIds, data ?? null);
  const quote = refused ?? data;
  if (error) {
    return (
      <>
        <p role="alert" className="text-sm text-danger">
          {error.message}
        </p>
        <Button look="tinted" onClick={retry}>
          重试
        </Button>
      </>
    );
  }
  if (!quote) return <Skeleton className="h-32 w-full" />;

  const pay = async () => {
    const paid = await buy({ comicId, chapterIds, expect: quote.total });
    if (!paid) return;
    toast(`已解锁 ${chapterIds.length} 话`);
    onBought();
  };
  return (
    <>
      <p>
        {chapterIds.length} 话共 <strong className="text-2xl font-semibold">{quote.total}</strong> {names.coins}
        {quote.discount > 0 && (
          <span className="ml-2 text-sm text-accent">
            已优惠 {quote.discount} {names.coins}
          </span>
        )}
      </p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <p className="text-sm text-soft">
        {quote.missing > 0 && registered
          ? `还差 ${quote.missing} ${names.coins}`
          : registered
            ? splitText(quote.split, names)
            : `登录后购买，先用${names.bonus}，再用${names.coins}`}
      </p>
      {registered && quote.missing > 0 && !busy ? (
        <ScreenLink to={paymentPath(comicPath(comicId))} className={buttonClass('primary', 'w-full')}>
          余额不足，去充值
        </ScreenLink>
      ) : (
        <Button className="w-full" disabled={busy} onClick={() => void pay()}>
          {busy
            ? '正在解锁…'
            : `${costText(registered ? quote.split : { bonus: 0, coins: quote.total }, names)}解锁 ${chapterIds.length} 话`}
        </Button>
      )}
    </>
  );
}
