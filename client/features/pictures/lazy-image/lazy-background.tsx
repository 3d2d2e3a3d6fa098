import { type Ref, useRef } from 'react';
import type { Image } from '#contract/shapes';
import { pictureNote } from './picture-note.ts';
import { useLazySource } from './use-lazy-source.ts';

type LazyBackgroundProps = {
  image: Image;
  className?: string;
  priority?: boolean;
  /** A smaller copy to show until the picture is loaded. */
  until?: string | undefined;
  ref?: Ref<HTMLDivElement>;
};

/** A box whose background loads when it comes into view. */
export function LazyBackground({ image, className = '', priority, until, ref }: LazyBackgroundProps) {
  const box = useRef<HTMLDivElement>(null);
  const { state, source } = useLazySource(box, image, { priority });
  const shown = source ?? until;
  return (
    <div ref={ref} className={`relative isolate ${className}`}>
      <div
        ref={box}
        aria-hidden="true"
        data-image={state}
        {...pictureNote(image)}
        suppressHydrationWarning
        className="absolute inset-0 -z-10 rounded-[inherit] bg-cover bg-center"
        style={{
          backgroundColor: state === 'loaded' || until ? undefined : image.color,
          backgroundImage: shown ? `url("${shown}")` : undefined,
          visibility: state === 'failed' ? 'hidden' : undefined,
        }}
      />
    </div>
  );
}
