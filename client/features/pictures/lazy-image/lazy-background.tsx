import { type ReactNode, useRef } from 'react';
import type { Image } from '#contract/shapes';
import { pictureNote } from './picture-note.ts';
import { useLazySource } from './use-lazy-source.ts';

type LazyBackgroundProps = { image: Image; className?: string; children?: ReactNode; priority?: boolean };

/** A box whose background loads when it comes into view; its content is shown at once. */
export function LazyBackground({ image, className = '', children, priority }: LazyBackgroundProps) {
  const box = useRef<HTMLDivElement>(null);
  const { state, source } = useLazySource(box, image, { priority });
  return (
    <div ref={box} className={`relative isolate ${className}`}>
      <div
        aria-hidden="true"
        data-image={state}
        {...pictureNote(image)}
        suppressHydrationWarning
        className="absolute inset-0 -z-10 rounded-[inherit] bg-cover bg-center"
        style={{
          backgroundColor: state === 'loaded' ? undefined : image.color,
          backgroundImage: source ? `url("${source}")` : undefined,
          visibility: state === 'failed' ? 'hidden' : undefined,
        }}
      />
      {children}
    </div>
  );
}
