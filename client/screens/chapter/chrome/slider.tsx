import { useEffect, useRef } from 'react';
import { followPointer, type Range, valueAt } from './slide.ts';

type SliderProps = {
  label: string;
  /** The value as text for screen readers. */
  text: string;
  range: Range;
  at: number;
  /** The values grow towards the left. */
  rtl?: boolean;
  /** Draws nothing: the caller draws the track. */
  invisible?: boolean;
  onSlide: (at: number) => void;
  /** Called when a pointer takes the knob and when it releases it. */
  onHeld?: (held: boolean) => void;
};

/**
 * A range input that a finger sets only by a mostly horizontal move: one that scrolls over it, or stops a scroll on it, changes
 * nothing. The input itself takes keys and assistive technology; pointers go to the layer above it.
 */
export function Slider(props: SliderProps) {
  const { label, text, range, at, invisible = false, onSlide } = props;
  const input = useRef<HTMLInputElement>(null);
  const layer = useRef<HTMLSpanElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    return followPointer(element, {
      slideTo(x, width) {
        const { range, at, rtl = false, onSlide } = latest.current;
        const chosen = valueAt({ x, width, rtl }, range);
        if (chosen !== at) onSlide(chosen);
      },
      hold(held) {
        // The keys that follow are for the slider.
        if (held) input.current?.focus();
        latest.current.onHeld?.(held);
      },
    });
  }, []);
  return (
    <span className="relative flex h-11 w-full">
      <input
        ref={input}
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={range.least}
        max={range.most}
        step={range.step}
        value={at}
        className={`pointer-events-none min-w-0 flex-1 accent-accent ${invisible ? 'opacity-0' : ''}`}
        onChange={(event) => onSlide(Number(event.target.value))}
      />
      <span ref={layer} className="absolute inset-0 touch-pan-y" />
    </span>
  );
}
