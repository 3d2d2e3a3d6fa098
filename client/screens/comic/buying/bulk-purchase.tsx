import { comicQuote } from '#contract/calls/comic';
import { chapterNotFound, teenModeForbids } from '#contract/codes';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { PayButtons } from '../../../features/buying/chapters/pay-buttons.tsx';
import { usePurchase } from '../../../features/buying/chapters/purchase.ts';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { comicPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

/** Quick taps cause one request. */
const PAUSE_MS = 250;

type BulkPurchaseProps = {
  comicId: number;
  chapterIds: readonly number[];
  /** The reader leaves for the cashier. */
  onTopUp(): void;
  onBought(): void;
};

/** The total cost of the chosen chapters, how it is paid, and the button to buy them. */
export function BulkPurchase({ comicId, chapterIds, onTopUp, onBought }: BulkPurchaseProps) {
  const debounced = useDebounced(chapterIds, PAUSE_MS);
  const isSettled = debounced.length === chapterIds.length && debounced.every((id, at) => id === chapterIds[at]);
  return (
    // The height is the same in every state, so that the content above does not move under the finger.
    <div className="mt-4 flex min-h-32 flex-col justify-end gap-2 text-center">
      {chapterIds.length === 0 ? (
        <p className="text-sm text-soft">选择要解锁的话</p>
      ) : isSettled ? (
        <PurchasePanel comicId={comicId} chapterIds={debounced} onTopUp={onTopUp} onBought={onBought} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </div>
  );
}

function PurchasePanel({ comicId, chapterIds, onTopUp, onBought }: BulkPurchaseProps) {
  const names = useAssetNames();
  // The query key contains the chosen chapters, so a late answer for another choice is ignored.
  const { data, error, retry } = useCall(
    comicQuote,
    { chapterIds: [...chapterIds], ticket: false },
    { staleMs: 0, expected: [chapterNotFound, teenModeForbids] },
  );
  const state = usePurchase(chapterIds, data ?? null);
  const quote = state.quote ?? data;
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

  return (
    <>
      <p>
        {chapterIds.length} 话共 <strong className="text-2xl font-semibold">{quote.total}</strong> {names.coins}
        {quote.discount > 0 && (
          <span className="ml-2 text-sm text-warm">
            已优惠 {quote.discount} {names.coins}
          </span>
        )}
      </p>
      <PayButtons
        purchase={{ comicId, chapterIds, expect: quote.total }}
        state={state}
        loginFor="登录后批量解锁"
        back={comicPath(comicId)}
        onTopUp={onTopUp}
        onBought={onBought}
      />
    </>
  );
}
