import type { ComicDetail } from '#contract/shapes';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { LazyImage } from '../../../features/pictures/lazy-image/lazy-image.tsx';
import { tappedCover, useCoverFlight } from './cover-flight.ts';

/** The cover beside the title. */
export function ComicCover({ comic: { id, title, cover } }: { comic: ComicDetail }) {
  return (
    <div ref={useCoverFlight(id)} className="about-cover inset-ring bg-sunken shadow-md">
      <LazyImage image={cover} alt={`${title} 封面`} priority until={tappedCover(id)?.source} />
    </div>
  );
}

/** The place of the cover. It already shows the picture of a tapped card. */
export function ComicCoverSkeleton({ id }: { id: number }) {
  const cover = useCoverFlight(id);
  const tapped = tappedCover(id);
  if (!tapped) return <Skeleton className="about-cover" />;
  return (
    <div ref={cover} className="about-cover inset-ring bg-sunken shadow-md">
      <img src={tapped.source} alt="" style={{ objectPosition: tapped.position }} />
    </div>
  );
}
