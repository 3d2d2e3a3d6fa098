import { memo } from 'react';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import type { PageSources } from './page-sources.ts';
import { SourceSlot } from './source-slot.tsx';
import type { Axis, ReadChapter } from './strip-axis.ts';
import { DIVIDER_PX, type PageBox, type StripLayout } from './strip-layout.ts';

type StripProps = { axis: Axis; layout: StripLayout; chapters: readonly ReadChapter[]; sources: PageSources };

/** All pages of the strip, each a positioned box; only those near the viewport hold an image. */
export const Strip = memo(function Strip({ axis, layout, chapters, sources }: StripProps) {
  const { width = 0, height = 0 } = layout.pages[0] ?? {};
  const room = axis === 'vertical' ? { width, height: layout.length } : { width: layout.length, height };
  return (
    <div dir="ltr" className={`relative flex-none ${axis === 'vertical' ? 'mx-auto' : ''}`} style={room}>
      {layout.chapters.map(({ id, start }, n) => {
        const opened = chapters[n];
        return n > 0 && opened ? (
          <Divider key={id} axis={axis} start={start} title={chapterTitle(opened.chapter)} />
        ) : null;
      })}
      {layout.pages.map((box) => (
        <PageRoom key={box.key} axis={axis} box={box} overlap={layout.overlap} sources={sources} />
      ))}
    </div>
  );
});

type PageRoomProps = { axis: Axis; box: PageBox; overlap: number; sources: PageSources };

function PageRoom({ axis, box, overlap, sources }: PageRoomProps) {
  const { start, width, height, whole } = box;
  const room =
    axis === 'vertical'
      ? { top: start, left: 0, width, height: height + overlap }
      : { top: 0, right: start, width: width + overlap, height };
  return (
    <div data-page={box.key} className="absolute" style={{ ...room, contain: 'layout paint' }}>
      {box.sources.map((source, piece) => (
        <SourceSlot
          key={source.key}
          sourceKey={source.key}
          right={width - whole.left - whole.width}
          top={whole.top + source.top}
          width={whole.width}
          height={source.height}
          overlap={overlap}
          axis={axis}
          color={box.color}
          alt={piece === 0 ? `第${box.page + 1}页` : ''}
          sources={sources}
        />
      ))}
    </div>
  );
}

function Divider({ axis, start, title }: { axis: Axis; start: number; title: string }) {
  const vertical = axis === 'vertical';
  const at = start - DIVIDER_PX;
  return (
    <h2
      className={`absolute flex items-center justify-center gap-3 text-sm text-soft ${vertical ? 'inset-x-0 px-6' : 'inset-y-0 py-6'}`}
      style={vertical ? { top: at, height: DIVIDER_PX } : { right: at, width: DIVIDER_PX, writingMode: 'vertical-rl' }}
    >
      <span className={vertical ? 'h-px flex-1 bg-line' : 'w-px flex-1 bg-line'} />
      <span className="truncate">{title}</span>
      <span className={vertical ? 'h-px flex-1 bg-line' : 'w-px flex-1 bg-line'} />
    </h2>
  );
}
