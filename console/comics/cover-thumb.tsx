import type { Image } from '#contract/shapes';
import { Picture } from '../parts/picture.tsx';

/** The smallest picture of a cover, or its place. */
export function CoverThumb({ cover, className = 'h-14 w-11' }: { cover: Image | null; className?: string }) {
  const url = cover?.variants?.toSorted((a, b) => a.width - b.width)[0]?.url ?? cover?.url ?? null;
  return <Picture url={url} alt="" className={`rounded-md ${className}`} />;
}
