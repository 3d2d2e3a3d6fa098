import { weekly } from '#contract/calls/listings';
import { ComicGrid, ComicGridSkeleton } from '../../features/listings/comic-grid.tsx';
import { BELOW_TABS, useInnerTabs } from '../../features/listings/listing-gestures/swiped-tabs.ts';
import { useAddressChoice } from '../../features/listings/use-address-choice.ts';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { paths } from '../../paths.ts';
import { renderNow } from '../../runtime/clock/server-clock.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { shanghaiWeekday } from './shanghai-weekday.ts';
import { DAYS, EVERY_DAY, WeekdayRow } from './weekday-row.tsx';

const SLOT = 2;
const SWIPED_DAYS = DAYS.map(({ key }) => String(key));

/** Comics by weekday of publication. Until the reader picks a day, the server decides which one is today. */
export function WeeklyScreen() {
  useScreenTitle('每周');
  const [chosenDay, chooseDay] = useAddressChoice(paths.weekly, 'day');
  const picked = /^[0-7]$/.test(chosenDay) ? Number(chosenDay) : null;
  const list = useEndless(weekly, picked === null ? {} : { day: picked });
  const today = shanghaiWeekday(new Date(renderNow()));
  const shown = picked ?? list.first?.day ?? today;
  const content = useInnerTabs(SWIPED_DAYS, String(shown), chooseDay);
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">每周</h1>
      <WeekdayRow
        today={today}
        picked={shown}
        onPick={(day) => {
          if (day !== shown) chooseDay(String(day));
        }}
      />
      <div ref={content} className={BELOW_TABS}>
        <WithBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
          <ComicGrid
            list={list}
            empty={
              shown === EVERY_DAY
                ? { title: '还没有按周更新的漫画', hint: '过些时候再来看看吧。' }
                : { title: '这一天没有漫画更新', hint: '看看其他日期吧。' }
            }
          />
        </WithBanners>
      </div>
    </main>
  );
}
