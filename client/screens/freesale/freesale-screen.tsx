import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { promotion, promotionComics } from '#contract/calls/listings';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { saleText } from '../../features/comics/comic-card/comic-words.ts';
import { cardsOf } from '../../features/comics/comic-card/info-card.tsx';
import { ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { ListEnd } from '../../features/listings/list-end.tsx';
import { EmptyWithRecommended } from '../../features/listings/recommended.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { Countdown } from '../../features/text/countdown/countdown.tsx';
import { paths } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';

const SLOT = 6;
/** Four rows of each promotion on a phone, because a promotion may cover all comics. */
const FIRST = 12;

/** The running promotions, ordered by their end; refetched when one ends. */
export function FreesaleScreen() {
  useScreenTitle('优惠');
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">优惠</h1>
      <WithBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
        <Promotions />
      </WithBanners>
    </main>
  );
}

function Promotions() {
  const { data, error, retry } = useCall(promotion, { size: FIRST });
  // In 未成年人模式 nothing can be bought, so a discount means nothing.
  const teen = useClientState(({ userInfo }) => userInfo?.teen === true);
  const toFree = (
    <ScreenLink to={paths.free} className={buttonClass('tinted')}>
      看免费漫画
    </ScreenLink>
  );
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!data) return <ComicGridSkeleton />;
  const running = data.promotions.filter(({ list, percent }) => list.length > 0 && !(teen && percent > 0));
  if (running.length === 0) {
    return (
      <EmptyWithRecommended title="现在没有优惠" hint="过些时候再来看看吧。">
        {toFree}
      </EmptyWithRecommended>
    );
  }
  return (
    <>
      {running.map((one) => (
        <PromotionSection key={one.id} promotion={one} />
      ))}
      <p className="flex justify-center pt-6">{toFree}</p>
    </>
  );
}

type Promotion = DataOf<typeof promotion>['promotions'][number];

function PromotionSection({ promotion: { id, title, percent, endsAt, list, next } }: { promotion: Promotion }) {
  const [wantsAll, setWantsAll] = useState(false);
  const all = useEndless(promotionComics, { id, size: 24 }, { skip: !wantsAll });
  const { Card, columns } = cardsOf(list.length, next === null);
  return (
    <section aria-label={title} className="page-width pt-6">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 pb-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="rounded-full bg-tint px-2.5 py-1 text-xs text-on-tint">
          {percent === 0 ? '限时免费' : saleText(percent)}
        </span>
        <p className="text-sm text-soft">
          距结束 <Countdown until={endsAt} />
        </p>
      </div>
      <ul className={columns}>
        {(all.list ?? list).map((comic) => (
          <li key={comic.id} className="min-w-0">
            <Card comic={comic} clockless />
          </li>
        ))}
      </ul>
      {next && !all.list && (
        <p className="flex justify-center pt-4">
          <Button
            look="quiet"
            disabled={wantsAll && !all.error}
            onClick={() => (wantsAll ? all.retry() : setWantsAll(true))}
          >
            查看全部
          </Button>
        </p>
      )}
      {all.list && all.more !== 'end' && <ListEnd more={all.more} onMore={all.loadMore} />}
    </section>
  );
}
