import { useRef, useState } from 'react';
import type { Image } from '#contract/shapes';
import { pictureNote } from './picture-note.ts';
import { useLazySource } from './use-lazy-source.ts';

type LazyImageProps = {
  image: Image;
  alt: string;
  className?: string;
  /** The rendered width in CSS pixels, where it is known before layout. */
  sizes?: number;
  /** Load at once and before all others: for pictures of the first screen. */
  priority?: boolean;
  /** A smaller copy to show until the picture is loaded. */
  until?: string | undefined;
};

/** One transparent pixel. An empty SVG would cost a document of its own, 10 ms of CPU time on a slow phone. */
const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** An `<img>` that loads when it comes into view, shows its colour before, and is invisible when it fails. Its box has a size or a shape of its own. */
export function LazyImage({ image, alt, className, sizes, priority, until }: LazyImageProps) {
  const box = useRef<HTMLImageElement>(null);
  const { state: loading, source } = useLazySource(box, image, { priority, width: sizes });
  // A network that requires a login answers every request with a page.
  const [undrawable, setUndrawable] = useState<string | null>(null);
  const state = source !== null && source === undrawable ? 'failed' : loading;
  return (
    <img
      ref={box}
      src={source ?? until ?? EMPTY}
      alt={alt}
      width={image.width}
      height={image.height}
      decoding="async"
      draggable={false}
      className={className}
      data-image={state}
      {...pictureNote(image, sizes)}
      // The page may have loaded the picture before the app runs.
      suppressHydrationWarning
      onError={() => setUndrawable(source)}
      style={{
        backgroundColor: state === 'loaded' || until ? undefined : image.color,
        objectPosition: image.focusY === undefined ? undefined : `50% ${image.focusY}%`,
        visibility: state === 'failed' ? 'hidden' : undefined,
      }}
    />
  );
}
