import { memo, type ReactNode } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { ViewerProps } from '../modes/viewer.ts';
import type { PageSources } from '../strip/page-sources.ts';
import { SourceSlot } from '../strip/source-slot.tsx';
import { layOutPanel, type PanelSize, piecesOf, wholeIn } from './panel-layout.ts';
import { isTall, type Panel } from './panels.ts';
import { usePaged } from './use-paged.ts';
import { useSurroundings } from './use-surroundings.ts';
import { useWheelTurns } from './use-wheel-turns.ts';

/** Pages one by one, or two side by side, turned to the left or to the right. */
export function PagedViewer(props: ViewerProps) {
  const { mode, chapters, head, tail } = props;
  const { box, viewer, size, left, panels, sources } = usePaged(props);
  useWheelTurns(viewer);
  return (
    <section
      ref={box}
      dir={left ? 'rtl' : 'ltr'}
      data-reader={mode}
      aria-label="漫画"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="no-scrollbar absolute inset-0 flex snap-x snap-mandatory overflow-x-scroll overflow-y-hidden overscroll-contain bg-page outline-none select-none [overflow-anchor:none]"
    >
      {head !== null && <Card>{head}</Card>}
      {size && <Panels panels={panels} chapters={chapters} size={size} left={left} sources={sources} />}
      {size && <Card>{tail}</Card>}
    </section>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <div dir="ltr" className="flex w-full flex-none snap-start snap-always flex-col overflow-y-auto px-6 py-20">
      {/* As high as the panel, so that the content may change its size without moving anything. */}
      <div className="flex flex-none grow flex-col justify-center">{children}</div>
    </div>
  );
}

type PanelsProps = {
  panels: readonly Panel[];
  chapters: readonly ReadChapter[];
  size: PanelSize;
  left: boolean;
  sources: PageSources;
};

const Panels = memo(function Panels({ panels, chapters, ...shown }: PanelsProps) {
  return panels.map((panel) => {
    const chapter = chapters[panel.chapter];
    return chapter && <PanelRoom key={panel.key} panel={panel} chapter={chapter} {...shown} />;
  });
});

type PanelRoomProps = Omit<PanelsProps, 'panels' | 'chapters'> & { panel: Panel; chapter: ReadChapter };

function PanelRoom({ panel, chapter, size, left, sources }: PanelRoomProps) {
  // From left to right.
  const indexes = left ? panel.pages.toReversed() : panel.pages;
  const shown = indexes.flatMap((n) => chapter.pages[n] ?? []);
  const rooms = layOutPanel(shown, size, panel.pages[0] === 0);
  const [only] = shown;
  const tall = shown.length === 1 && only !== undefined && isTall(only);
  const surroundings = useSurroundings(shown, rooms, `${chapter.chapter.id}/${indexes[0]}/0`, { size, sources });
  return (
    <div
      dir="ltr"
      data-panel={panel.key}
      data-tall={tall || undefined}
      style={{ backgroundImage: surroundings }}
      className={`relative w-full flex-none bg-page bg-blend-darken snap-start snap-always ${tall ? 'no-scrollbar overflow-x-hidden overflow-y-auto' : 'overflow-clip'}`}
    >
      {shown.map((page, n) => {
        const room = rooms[n];
        const pageKey = `${chapter.chapter.id}/${indexes[n]}`;
        const whole = room && wholeIn(room, page);
        return (
          whole && (
            <div key={pageKey} data-page={pageKey} className="absolute" style={{ ...room, contain: 'layout paint' }}>
              {piecesOf(page, pageKey, whole.height, size.devicePixelRatio).map((piece, at) => (
                <SourceSlot
                  key={piece.key}
                  sourceKey={piece.key}
                  axis="vertical"
                  right={room.width - whole.left - whole.width}
                  top={whole.top + piece.top}
                  width={whole.width}
                  height={piece.height}
                  overlap={Number.isInteger(size.devicePixelRatio) ? 0 : 1}
                  color={page.color}
                  alt={at === 0 ? `第${(indexes[n] ?? 0) + 1}页` : ''}
                  sources={sources}
                />
              ))}
            </div>
          )
        );
      })}
    </div>
  );
}
