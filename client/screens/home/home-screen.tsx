import { useDeferredValue } from 'react';
import type { DataOf } from '#contract/call';
import { home } from '#contract/calls/site';
import type { Section } from '#contract/shapes';
import { ForwardIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { CARD_GRID, ComicCardSkeleton } from '../../features/comics/comic-card/comic-card.tsx';
import { LEAD_SHAPE } from '../../features/listings/banner-carousel/banner-carousel.tsx';
import { BannerPlace } from '../../features/listings/banner-carousel/banner-place.tsx';
import { useScreenBanners } from '../../features/listings/banner-carousel/use-screen-banners.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { eventPath } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { firstSections } from './first-sections.ts';
import { ForYouSection } from './for-you-section.tsx';
import { HomeSection } from './home-section.tsx';
import { ResumePlace } from './resume-place.tsx';

const TOP_SLOT = 1;
/** As many as the call takes. */
const MOST_ABOVE = 200;

export function HomeScreen() {
  useScreenTitle();
  const { data, error, retry } = useCall(home);
  const { waiting, ...place } = useScreenBanners(TOP_SLOT);
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">首页</h1>
      {waiting ? (
        <HomeSkeleton underBanners={false} />
      ) : (
        <>
          <BannerPlace {...place} />
          <ResumePlace />
          {error ? (
            <ErrorState message={error.message} onRetry={retry} />
          ) : data ? (
            <>
              {data.event && <EventRow event={data.event} />}
              <Sections list={data.sections.filter(({ list }) => list.length > 0)} alone={place.banners.length === 0} />
            </>
          ) : (
            <HomeSkeleton underBanners={place.placeholder !== null || place.banners.length > 0} />
          )}
        </>
      )}
    </main>
  );
}

/** Leads to the event that runs. */
function EventRow({ event: { id, title } }: { event: NonNullable<DataOf<typeof home>['event']> }) {
  return (
    <p className="words page-width min-h-14 pt-3">
      <ScreenLink
        to={eventPath(id)}
        className="flex h-11 items-center gap-2 rounded-xl bg-sunken px-3 text-sm active:opacity-80"
      >
        <span className="shrink-0 rounded-md bg-tint px-1.5 py-0.5 text-xs text-on-tint">活动</span>
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <ForwardIcon className="size-4 shrink-0 text-soft" />
      </ScreenLink>
    </p>
  );
}

function Sections({ list, alone }: { list: Section[]; alone: boolean }) {
  // The other sections are rendered later, because all at once would be a long task on a slow phone.
  const count = useDeferredValue(list.length, firstSections);
  if (list.length === 0 && alone) {
    return <EmptyState title="岛上还没有漫画" hint="放上第一部漫画后，这里就会热闹起来。" />;
  }
  return list.slice(0, count).map((section, index) => {
    const first = index === 0;
    if (!section.forReader) return <HomeSection key={section.key} section={section} first={first} />;
    const above = list.slice(0, index).flatMap((each) => each.list.map(({ id }) => id));
    return (
      <ForYouSection
        key={section.key}
        section={section}
        above={[...new Set(above)].slice(0, MOST_ABOVE)}
        first={first}
      />
    );
  });
}

/** With a placeholder for banners or for the hero, if there are none yet. */
function HomeSkeleton({ underBanners }: { underBanners: boolean }) {
  return (
    <div className={`page-width ${underBanners ? 'pt-6' : 'pt-4'}`} aria-hidden>
      {!underBanners && <Skeleton className={`mb-6 rounded-2xl ${LEAD_SHAPE}`} />}
      <div className="flex h-11 items-center">
        <Skeleton className="h-6 w-24" />
      </div>
      <div className={CARD_GRID}>
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they differ only by their position.
          <ComicCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
