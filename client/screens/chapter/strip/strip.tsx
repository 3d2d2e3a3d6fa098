import { memo, type RefObject, startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { ChapterDivider } from './chapter-divider.tsx';
import type { PageSources } from './page-sources.ts';
import { SourceSlot } from './source-slot.tsx';
import type { Axis } from './strip-axis.ts';
import type { PageBox, StripLayout } from './strip-layout.ts';
import { type StripPosition, scrollPositionOf } from './strip-position.ts';

type StripProps = {
  axis: Axis;
  layout: StripLayout;
  chapters: readonly ReadChapter[];
  sources: PageSources;
  /** The position at which it opens. */
  anchor: RefObject<StripPosition>;
};

/**
 * All pages of the strip; only those near the viewport have an image. The box around them has no background of its own: when a
 * chapter is joined before the first one it starts elsewhere, which would count as a layout shift although nothing visible moves.
 */
export const Strip = memo(function Strip({ axis, layout, chapters, sources, anchor }: StripProps) {
  const sheets = useSheets(layout, anchor);
  const { width = 0, height = 0 } = layout.pages[0] ?? {};
  const room = axis === 'vertical' ? { width, height: layout.length } : { width: layout.length, height };
  return (
    <div
      dir="ltr"
      className={`relative flex-none ${axis === 'vertical' ? 'mx-auto' : ''}`}
      style={{ ...room, visibility: 'hidden' }}
    >
      {layout.chapters.map(({ id, start }, n) => {
        const [ended, opened] = [chapters[n - 1], chapters[n]];
        return ended && opened && <ChapterDivider key={id} axis={axis} start={start} ended={ended} opened={opened} />;
      })}
      {sheets.map((sheet) => (
        <Sheet key={sheet[0]?.key} axis={axis} pages={sheet} overlap={layout.overlap} sources={sources} />
      ))}
    </div>
  );
});

/** At first only the pages near the reading position, so that the first page does not wait for a long chapter. */
function useSheets(layout: StripLayout, anchor: RefObject<StripPosition>): PageBox[][] {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => startTransition(() => setIsOpen(true)), []);
  const sheets = sheetsOf(layout);
  if (isOpen) return sheets;
  const position = scrollPositionOf(layout, anchor.current);
  const screen = Math.max(innerWidth, innerHeight);
  return sheets.filter((pages) => {
    const [first, last] = [pages[0], pages.at(-1)];
    return first && last && first.start < position + 2 * screen && last.end > position - screen;
  });
}

/** The number of pages in one positioned box. More would block a slow phone too long when they are first rendered. */
const SHEET_PAGES = 4;

/** The pages in order, in groups of a few that never span two chapters. */
function sheetsOf({ chapters, pages }: StripLayout): PageBox[][] {
  return chapters.flatMap(({ first, count }) =>
    Array.from({ length: Math.ceil(count / SHEET_PAGES) }, (_, nth) => {
      const from = first + nth * SHEET_PAGES;
      return pages.slice(from, Math.min(first + count, from + SHEET_PAGES));
    }),
  );
}

type SheetProps = { axis: Axis; pages: readonly PageBox[]; overlap: number; sources: PageSources };

/**
 * A few pages one after the other. Each positioned box costs time in each frame of a scroll, so not every page has one. Without
 * any, the positions would drift, because each height is rounded.
 */
function Sheet({ axis, pages, overlap, sources }: SheetProps) {
  const isAwake = useWasWanted(pages, sources);
  const { start = 0, width = 0, height = 0 } = pages[0] ?? {};
  const length = (pages.at(-1)?.end ?? start) - start + overlap;
  const vertical = axis === 'vertical';
  const room = vertical
    ? { top: start, left: 0, width, height: length }
    : { top: 0, right: start, width: length, height };
  return (
    <div
      className={`absolute ${vertical ? '' : 'flex flex-row-reverse'}`}
      style={{ ...room, contain: 'layout paint', visibility: 'visible' }}
    >
      {pages.map((box, n) => (
        <PageRoom
          key={box.key}
          axis={axis}
          box={box}
          gap={n > 0 ? box.start - (pages[n - 1]?.end ?? 0) : 0}
          overlap={overlap}
          sources={isAwake ? sources : null}
        />
      ))}
    </div>
  );
}

/** Whether one of these pages has been a target yet. Most of a long chapter is not rendered for its first page. */
function useWasWanted(pages: readonly PageBox[], sources: PageSources): boolean {
  const was = useRef(false);
  return useSyncExternalStore(sources.subscribeTargets, () => {
    was.current ||= pages.some((page) => page.sources.some(({ key }) => sources.isTarget(key)));
    return was.current;
  });
}

type PageRoomProps = { axis: Axis; box: PageBox; gap: number; overlap: number; sources: PageSources | null };

function PageRoom({ axis, box, gap, overlap, sources }: PageRoomProps) {
  const { width, height, whole, color } = box;
  const isPart = whole.width !== width || whole.height !== height;
  const room = axis === 'vertical' ? { height, marginTop: gap } : { width, height, marginRight: gap };
  return (
    <div
      data-page={box.key}
      className={`flex-none ${isPart ? 'relative overflow-clip' : ''}`}
      style={sources ? room : { ...room, backgroundColor: color }}
    >
      {sources &&
        box.sources.map((source, piece) => (
          <SourceSlot
            key={source.key}
            sourceKey={source.key}
            right={width - whole.left - whole.width}
            top={whole.top + source.top}
            width={whole.width}
            height={source.height}
            overlap={overlap}
            flows={!isPart}
            axis={axis}
            color={color}
            alt={piece === 0 ? `第${box.page + 1}页` : ''}
            sources={sources}
          />
        ))}
    </div>
  );
}
