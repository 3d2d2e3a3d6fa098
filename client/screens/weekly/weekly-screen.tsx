import { weekly } from '#contract/calls/listings';
import { useAddressChoice } from '../../features/address-choice/use-address-choice.ts';
import { ChoiceRow } from '../../features/choice-row/choice-row.tsx';
import { ComicGrid, ComicGridSkeleton } from '../../features/comic-grid/comic-grid.tsx';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { WithBanners } from '../../features/with-banners/with-banners.tsx';
import { paths } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { shanghaiWeekday } from './shanghai-weekday.ts';

const SLOT = 2;
const EVERY_DAY = 0;
const DAYS = [
  ...['一', '二', '三', '四', '五', '六', '日'].map((name, index) => ({ key: index + 1, label: `周${name}` })),
  { key: EVERY_DAY, label: '全部' },
];

/** Comics by weekday of publication. Until the reader picks a day, the server decides which one is today. */
export function WeeklyScreen() {
  useScreenTitle('每周');
  const [chosenDay, chooseDay] = useAddressChoice(paths.weekly, 'day');
  const picked = /^[0-7]$/.test(chosenDay) ? Number(chosenDay) : null;
  const list = useEndless(weekly, picked === null ? {} : { day: picked });
  const shown = picked ?? list.first?.day ?? shanghaiWeekday(new Date());
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">每周</h1>
      <ChoiceRow
        label="星期"
        even
        choices={DAYS}
        picked={shown}
        onPick={(day) => {
          if (day !== shown) chooseDay(String(day));
        }}
      />
      <WithBanners slot={SLOT} waiting={<ComicGridSkeleton />}>
        <ComicGrid
          list={list}
          empty={
            shown === EVERY_DAY
              ? { title: '还没有按周更新的漫画', hint: '过些时候再来看看吧。' }
              : { title: '这一天没有漫画更新', hint: '看看别的日子吧。' }
          }
        />
      </WithBanners>
    </main>
  );
}
