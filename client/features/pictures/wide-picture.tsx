import type { Image } from '#contract/shapes';
import { LazyImage } from './lazy-image/lazy-image.tsx';

type WidePictureProps = { image: Image; priority?: boolean; className?: string };

/** The picture of a theme or an event. On a phone held sideways it leaves space for the content below. */
export function WidePicture({ image, priority, className = '' }: WidePictureProps) {
  return (
    <div
      className={`relative aspect-2/1 w-full shrink-0 overflow-hidden rounded-2xl ring-inside low:w-60 ${className}`}
    >
      <LazyImage image={image} alt="" priority={priority} className="size-full object-cover" />
    </div>
  );
}
