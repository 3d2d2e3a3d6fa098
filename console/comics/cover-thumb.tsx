import type { Image } from '#contract/shapes';

/** The smallest picture of a cover, or its place. */
export function CoverThumb({ cover, className = 'h-14 w-11' }: { cover: Image | null; className?: string }) {
  const url = cover?.variants?.toSorted((a, b) => a.width - b.width)[0]?.url ?? cover?.url;
  const shape = `shrink-0 rounded-md bg-sunken object-cover ${className}`;
  return url ? <img src={url} alt="" loading="lazy" className={shape} /> : <span aria-hidden className={shape} />;
}
