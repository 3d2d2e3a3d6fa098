import { type ReactNode, type RefObject, useState } from 'react';
import type { ChapterItem } from '#contract/shapes';
import { ScreenLink } from '../../../features/screen-link/screen-link.tsx';
import { chapterPath } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { Axis } from '../strip/strip-axis.ts';

type Neighbour = {
  item: ChapterItem | null;
  /** Scrolls to the chapter where it is already in the strip; null otherwise. */
  go: (() => void) | null;
};

type BottomBarProps = {
  shown: boolean;
  previous: Neighbour;
  next: Neighbour;
  onList: () => void;
  /** The slider, where there are pages. */
  children?: ReactNode;
};

/** The reader's bottom bar: a progress slider, the previous and next chapter, and the list of all. */
export function BottomBar({ shown, previous, next, onList, children }: BottomBarProps) {
  return (
    <nav
      aria-label="阅读"
      data-bar={shown ? 'shown' : 'hidden'}
      className={`absolute inset-x-0 bottom-0 z-10 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] transition-transform duration-200 ${shown ? '' : 'translate-y-full'}`}
    >
      <div className="mx-auto max-w-[800px] px-4 pt-1">
        {children}
        <div className="flex justify-between pb-1">
          <Beside {...previous}>上一话</Beside>
          <Button look="quiet" onClick={onList}>
            目录
          </Button>
          <Beside {...next}>下一话</Beside>
        </div>
      </div>
    </nav>
  );
}

type ProgressSliderProps = {
  axis: Axis;
  /** How far the chapter has been read: in pages, or in percent. */
  progress: { unit: 'page' | 'percent'; at: number; of: number };
  /** True while the progress is dragged, so that the bars stay. */
  held: RefObject<boolean>;
  onSeek: (at: number) => void;
};

/** How far the chapter has been read, to be dragged. */
export function ProgressSlider({ axis, progress, held, onSeek }: ProgressSliderProps) {
  const { unit, of } = progress;
  const [dragged, setDragged] = useState<number | null>(null);
  const at = dragged ?? progress.at;
  const drag = () => {
    held.current = true;
    const release = () => {
      held.current = false;
      setDragged(null);
    };
    // A mouse button may be released anywhere.
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, release, { once: true });
  };
  return (
    <div className="flex items-center gap-3" dir={axis === 'horizontal' ? 'rtl' : 'ltr'}>
      <input
        type="range"
        aria-label="阅读进度"
        aria-valuetext={unit === 'page' ? `第${at}页，共${of}页` : `${at}%`}
        min={unit === 'page' ? 1 : 0}
        max={of}
        value={at}
        className="h-11 min-w-0 flex-1 accent-accent"
        onPointerDown={drag}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          if (held.current) setDragged(chosen);
          onSeek(chosen);
        }}
      />
      <output dir="ltr" className="min-w-14 text-center text-sm text-soft">
        {unit === 'page' ? `${at} / ${of}` : `${at}%`}
      </output>
    </div>
  );
}

function Beside({ item, go, children }: Neighbour & { children: ReactNode }) {
  if (!item || go) {
    return (
      <Button look="quiet" disabled={!item} onClick={go ?? undefined}>
        {children}
      </Button>
    );
  }
  return (
    <ScreenLink to={chapterPath(item.id)} replace className={buttonClass('quiet')}>
      {children}
    </ScreenLink>
  );
}
