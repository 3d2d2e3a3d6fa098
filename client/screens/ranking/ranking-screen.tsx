import { rank } from '#contract/calls/listings';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EndlessList, ListSkeleton } from '../../features/listings/endless-list.tsx';
import { ALL_GENRES } from '../../features/listings/genre-row.tsx';
import { BELOW_TABS, useInnerTabs } from '../../features/listings/listing-gestures/swiped-tabs.ts';
import { RANK_LIST, RankRow } from '../../features/listings/rank-row.tsx';
import { useAddressChoice } from '../../features/listings/use-address-choice.ts';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TabRow } from '../../features/navigation/tab-row.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { countText } from '../../features/text/format/count-text.ts';
import { paths } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { GenreSelect } from './genre-select.tsx';
import { showsNewcomers } from './newcomers.ts';

const SLOT = 5;
/** Covers that a phone shows at once. */
const FIRST_COVERS = 8;
/** The number of comics in the first answer. Only these decide, so that no mark changes while the list grows. */
const FIRST_PAGE = 20;

const TYPES = [
  { key: 'day', label: '日榜', counted: '次阅读' },
  { key: 'week', label: '周榜', counted: '次阅读' },
  { key: 'month', label: '月榜', counted: '次阅读' },
  { key: 'total', label: '总榜', counted: '次阅读' },
  { key: 'sale', label: '畅销', counted: '话售出' },
  { key: 'favorite', label: '收藏', counted: '人收藏' },
] as const;

const SWIPED_TYPES = TYPES.map(({ key }) => key);

/** The rankings: six types, each of all genres or of one. */
export function RankingScreen() {
  useScreenTitle('排行');
  const [saidType, pickType] = useAddressChoice(paths.ranking, 'type');
  const [genre, pickGenre] = useAddressChoice(paths.ranking, 'genre');
  const type = TYPES.find(({ key }) => key === saidType) ?? TYPES[0];
  const list = useEndless(rank, { type: type.key, ...(genre === ALL_GENRES ? {} : { genre }) });
  const shown = list.first?.shown ?? type.key;
  const shownType = TYPES.find(({ key }) => key === shown);
  const counted = shownType?.counted;
  const instead = shownType?.label ?? '最近上架的漫画';
  const withNew = showsNewcomers(list.list?.slice(0, FIRST_PAGE) ?? []);
  const note = shown === type.key || list.list?.length === 0 ? null : `${type.label}还没有漫画，先看看${instead}`;
  const content = useInnerTabs(SWIPED_TYPES, type.key, pickType);
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">排行</h1>
      <div className="words page-width flex min-h-12 items-center justify-between gap-2 pt-1">
        <TabRow<string> label="榜单" tabs={TYPES} picked={type.key} onPick={pickType} dense />
        <GenreSelect picked={genre} onPick={pickGenre} />
      </div>
      <div ref={content} className={BELOW_TABS}>
        <WithBanners slot={SLOT} waiting={<ListSkeleton className={RANK_LIST} skeleton={<RankRowSkeleton />} />}>
          {note && (
            <p role="status" className="page-width pt-3 text-sm text-soft">
              {note}
            </p>
          )}
          <EndlessList
            list={list}
            className={RANK_LIST}
            skeleton={<RankRowSkeleton />}
            empty={
              genre === ALL_GENRES
                ? { title: '榜上还没有漫画', hint: '过些时候再来看看吧。' }
                : { title: '这个题材还没有上榜的漫画', hint: '换一个题材看看吧。' }
            }
          >
            {(entry, index) => (
              <li key={entry.comic.id} className="min-w-0">
                <RankRow
                  rank={entry.rank}
                  comic={entry.comic}
                  detail={counted ? `${countText(entry.score)}${counted}` : entry.comic.authors.join('、')}
                  priority={index < FIRST_COVERS}
                >
                  {counted && (entry.change !== null || withNew) && <RankChange change={entry.change} />}
                </RankRow>
              </li>
            )}
          </EndlessList>
        </WithBanners>
      </div>
    </main>
  );
}

/** The change of a rank since the day before; null for a comic that was not ranked then. */
function RankChange({ change }: { change: number | null }) {
  if (change === null) return <span className="rounded-full bg-tint px-2 py-0.5 text-xs text-on-tint">新上榜</span>;
  if (change === 0)
    return (
      <span className="text-xs text-soft">
        <span aria-hidden>–</span>
        <span className="sr-only">名次不变</span>
      </span>
    );
  const up = change > 0;
  return (
    <span className={`shrink-0 text-xs ${up ? 'text-accent' : 'text-soft'}`}>
      <span className="sr-only">{up ? '上升' : '下降'}</span>
      <span aria-hidden>{up ? '▲' : '▼'}</span> {Math.abs(change)}
    </span>
  );
}

/** The placeholder of a row that is loading, of the same height. */
function RankRowSkeleton() {
  return (
    <div className="flex items-center gap-3 py-2">
      <Skeleton className="mx-1.5 size-6" />
      <Skeleton className="aspect-3/4 w-14 shrink-0" />
      <Skeleton className="h-8 w-2/5" />
    </div>
  );
}
