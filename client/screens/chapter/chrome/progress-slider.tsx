import { type ReactNode, type RefObject, useState } from 'react';

/** How far a chapter has been read: in pages, or in percent. */
export type Progress = { unit: 'page' | 'percent'; at: number; of: number };

/** `2/5`, or the percentage of a long strip. */
export function progressText({ unit, at, of }: Progress): string {
  return unit === 'page' ? `${at}/${of}` : `${at}%`;
}

type ProgressSliderProps = {
  /** One reads on towards the left. */
  left: boolean;
  progress: Progress;
  /** True while the progress is dragged, so that the bars stay. */
  held: RefObject<boolean>;
  onSeek: (at: number) => void;
  /** The picture of the place that is dragged to. */
  preview: (at: number) => ReactNode;
};

const KNOB_PX = 16;

/** How far the chapter has been read, to be dragged; above the finger is what is there. */
export function ProgressSlider({ left, progress, held, onSeek, preview }: ProgressSliderProps) {
  const { unit, of } = progress;
  const [dragged, setDragged] = useState<number | null>(null);
  const at = dragged ?? progress.at;
  const least = unit === 'page' ? 1 : 0;
  // Where the middle of the browser's own knob would be, for which ours stands.
  const part = of > least ? (at - least) / (of - least) : 1;
  const place = `calc(${KNOB_PX / 2}px + ${part} * (100% - ${KNOB_PX}px))`;
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
    <div className="flex min-w-0 flex-1 items-center gap-3" dir={left ? 'rtl' : 'ltr'}>
      <div className="relative flex h-11 min-w-0 flex-1 items-center rounded-lg outline-accent has-focus-visible:outline-2">
        <div className="h-1 flex-1 overflow-hidden rounded-full bg-line">
          <div className="h-full bg-accent" style={{ width: place }} />
        </div>
        <Above place={place}>
          <span className="size-4 shrink-0 translate-y-[30px] rounded-full bg-accent" />
        </Above>
        {dragged !== null && <Above place={place}>{preview(dragged)}</Above>}
        <input
          type="range"
          aria-label="阅读进度"
          aria-valuetext={unit === 'page' ? `第${at}页，共${of}页` : `${at}%`}
          min={least}
          max={of}
          value={at}
          className="absolute inset-0 size-full opacity-0"
          onPointerDown={drag}
          onChange={(event) => {
            const chosen = Number(event.target.value);
            if (held.current) setDragged(chosen);
            onSeek(chosen);
          }}
        />
      </div>
      <output dir="ltr" className="min-w-12 text-center text-sm text-soft">
        {progressText({ unit, at, of })}
      </output>
    </div>
  );
}

/** Above the track, centred over a place whichever way it runs. */
function Above({ place, children }: { place: string; children: ReactNode }) {
  return (
    <div
      className="pointer-events-none absolute bottom-full flex w-0 justify-center"
      style={{ insetInlineStart: place }}
    >
      {children}
    </div>
  );
}
