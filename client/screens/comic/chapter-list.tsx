import { lazy, type MouseEvent, Suspense, useState } from 'react';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { RangeRow } from '../../features/chapter-ranges/range-row.tsx';
import { inOrder, rangesOf, rangeWith } from '../../features/chapter-ranges/ranges.ts';
import { chapterTitle } from '../../features/chapter-words/chapter-title.ts';
import { timeText } from '../../features/format/time-text.ts';
import { LazyImage } from '../../features/lazy-image/lazy-image.tsx';
import { opensElsewhere, ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useClientState } from '../../state.ts';
import { LockIcon, SortIcon } from '../../ui/screen-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FreeSoon } from './free-soon.tsx';

const ChapterSheet = lazy(() => import('./unlock/chapter-sheet.tsx').then((m) => ({ default: m.ChapterSheet })));
const BulkSheet = lazy(() => import('./unlock/bulk-sheet.tsx').then((m) => ({ default: m.BulkSheet })));

/** What is being bought: one chapter, or several from one on. */
type Buying = { what: 'chapter'; chapter: ChapterItem } | { what: 'several'; from: ChapterItem | undefined };

/** All chapters, fifty at a time, newest or oldest first. */
export function ChapterList({ comic }: { comic: ComicDetail }) {
  const { chapters, me } = comic;
  const lastId = me.last?.chapterId ?? null;
  const [buying, setBuying] = useState<Buying | null>(null);
  const lockedCount = chapters.filter(({ access }) => access === 'locked').length;
  const teen = useClientState((state) => state.userInfo?.teen === true);
  const canBuySeveral = lockedCount > 1 && !teen;
  const [order, setOrder] = useState<'oldest' | 'newest'>('oldest');
  const ranges = rangesOf(inOrder(chapters, order));
  const [picked, setPicked] = useState(() => rangeWith(ranges, lastId));
  const shown = ranges[picked];

  if (!shown) return <EmptyState title="还没有章节" hint="作者正在准备，过些时候再来看看。" />;
  const turn = () => {
    setOrder(order === 'oldest' ? 'newest' : 'oldest');
    setPicked(0);
  };
  return (
    <section aria-label="章节" className="page-width mt-6">
      <div className="flex h-11 items-center justify-between">
        <h2 className="text-lg font-semibold">
          章节 <span className="text-sm font-normal text-soft">共 {chapters.length} 话</span>
        </h2>
        {canBuySeveral && (
          <button
            type="button"
            onClick={() => setBuying({ what: 'several', from: chapters.find(({ id }) => id === lastId) })}
            className="ml-auto h-11 px-2 text-sm text-accent"
          >
            批量解锁
          </button>
        )}
        <button type="button" onClick={turn} className="-mr-2 flex h-11 items-center gap-1 px-2 text-sm text-soft">
          <SortIcon className="size-4" />
          {order === 'oldest' ? '从旧到新' : '从新到旧'}
        </button>
      </div>
      <RangeRow ranges={ranges} picked={picked} onPick={setPicked} />
      <ol className="mt-1 grid grid-cols-1 gap-x-8 lg:grid-cols-2">
        {shown.chapters.map((chapter) => (
          <ChapterRow
            key={chapter.id}
            chapter={chapter}
            last={chapter.id === lastId}
            onBuy={() => setBuying({ what: 'chapter', chapter })}
          />
        ))}
      </ol>
      <Suspense>
        {buying?.what === 'chapter' && (
          <ChapterSheet
            chapter={buying.chapter}
            onBulk={canBuySeveral ? () => setBuying({ what: 'several', from: buying.chapter }) : null}
            onClose={() => setBuying(null)}
          />
        )}
        {buying?.what === 'several' && <BulkSheet comic={comic} from={buying.from} onClose={() => setBuying(null)} />}
      </Suspense>
    </section>
  );
}

type ChapterRowProps = { chapter: ChapterItem; last: boolean; onBuy(): void };

const ROW = 'flex min-h-16 items-center gap-3 py-2 active:opacity-70';

function ChapterRow({ chapter, last, onBuy }: ChapterRowProps) {
  const to = chapterPath(chapter.id);
  const content = <RowContent chapter={chapter} last={last} />;
  return (
    <li className="border-b border-line">
      {chapter.access === 'locked' ? (
        // Still a link, so that it can be opened in another tab.
        <a href={to} aria-haspopup="dialog" className={ROW} onClick={(event) => openHere(event, onBuy)}>
          {content}
        </a>
      ) : (
        <ScreenLink to={to} className={ROW}>
          {content}
        </ScreenLink>
      )}
    </li>
  );
}

function openHere(event: MouseEvent, open: () => void) {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  open();
}

function RowContent({ chapter, last }: { chapter: ChapterItem; last: boolean }) {
  return (
    <>
      {chapter.thumb && (
        <span className="shrink-0 rounded-md bg-sunken">
          <LazyImage image={chapter.thumb} alt="" className="h-12 w-20 rounded-md object-cover" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className={`line-clamp-2 ${last ? 'font-medium text-accent' : chapter.read ? 'text-soft' : ''}`}>
          {chapterTitle(chapter)}
        </span>
        <span className="mt-0.5 block text-xs text-soft">
          {timeText(chapter.publishedAt)}
          {last ? ' · 上次读到' : chapter.read ? ' · 已读' : ''}
          {chapter.access === 'locked' && chapter.freeAt && (
            <span className="text-accent">
              {' '}
              · <FreeSoon at={chapter.freeAt} />
            </span>
          )}
        </span>
      </span>
      <ChapterPrice chapter={chapter} />
    </>
  );
}

function ChapterPrice({ chapter }: { chapter: ChapterItem }) {
  const coin = useClientState((state) => state.config?.coin.name) ?? '漫币';
  if (chapter.access === 'owned') return <span className="shrink-0 text-xs text-soft">已购</span>;
  if (chapter.access === 'free') {
    // A chapter that has become free stays so.
    const isFreeForNow = chapter.price > 0 && !(chapter.freeAt && Date.parse(chapter.freeAt) <= serverNow());
    return isFreeForNow ? <span className="shrink-0 text-xs text-accent">限免</span> : null;
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
      <LockIcon className="size-4" />
      <span className="sr-only">需购买：</span>
      {chapter.salePrice < chapter.price && (
        <s className="text-xs">
          <span className="sr-only">原价 </span>
          {chapter.price}
        </s>
      )}
      {chapter.salePrice} {coin}
    </span>
  );
}
