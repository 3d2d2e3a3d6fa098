import { type ReactNode, type RefObject, useState } from 'react';
import type { Progress } from './progress.ts';
import { Slider } from './slider.tsx';

type ProgressSliderProps = {
  /** The next page is on the left. */
  left: boolean;
  progress: Progress;
  /** True while the progress is dragged, so that the bars stay. */
  held: RefObject<boolean>;
  onSeek: (at: number) => void;
  /** A preview of the page that the slider is dragged to. */
  preview: (at: number) => ReactNode;
};

/** The progress in the chapter as a slider, with a preview above the finger. */
export function ProgressSlider({ left, progress, held, onSeek, preview }: ProgressSliderProps) {
  const { unit, of } = progress;
  const [dragged, setDragged] = useState<number | null>(null);
  const at = dragged ?? progress.at;
  const least = unit === 'page' ? 1 : 0;
  const part = of > least ? (at - least) / (of - least) : 1;
  const shift = `translateX(${left ? '-' : ''}${part * 100}%)`;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3" dir={left ? 'rtl' : 'ltr'}>
      <div className="relative flex h-11 min-w-0 flex-1 items-center rounded-lg outline-accent has-focus-visible:outline-2">
        <div className="h-1 flex-1 overflow-hidden rounded-full bg-line">
          <div className="h-full bg-accent" style={{ width: `calc(8px + ${part} * (100% - 16px))` }} />
        </div>
        <Above shift={shift}>
          <span className="size-4 shrink-0 rounded-full bg-accent" style={{ transform: 'translateY(30px)' }} />
        </Above>
        {dragged !== null && <Above shift={shift}>{preview(dragged)}</Above>}
        <div className="absolute inset-0">
          <Slider
            label="阅读进度"
            text={unit === 'page' ? `第${at}页，共${of}页` : `${at}%`}
            range={{ least, most: of }}
            at={at}
            rtl={left}
            invisible
            onHeld={(isHeld) => {
              held.current = isHeld;
              if (!isHeld) setDragged(null);
            }}
            onSlide={(chosen) => {
              if (held.current) setDragged(chosen);
              onSeek(chosen);
            }}
          />
        </div>
      </div>
      <output dir="ltr" className="min-w-14 text-left text-sm text-soft">
        {unit === 'page' ? `${at} / ${of}` : `${at}%`}
      </output>
    </div>
  );
}

/**
 * Above the track, centred over the knob in both directions. The middle of the browser's knob stays eight pixels inside the ends
 * of the track. Moved by a transform alone, because it moves with every page.
 */
function Above({ shift, children }: { shift: string; children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-full" style={{ transform: shift }}>
      <div className="flex w-0 justify-center">{children}</div>
    </div>
  );
}
