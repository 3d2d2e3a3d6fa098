import { Skeleton } from '../../../ui/skeleton.tsx';
import { ComicCoverSkeleton } from './cover/comic-cover.tsx';
import { tappedWide, useWideFlight } from './cover/cover-flight.ts';
import './comic-head.css';
import './comic.css';

/** The placeholder of a comic and its first chapters, in the same boxes. */
export function ComicSkeleton({ id }: { id: number }) {
  return (
    <div aria-hidden>
      <HeroSkeleton id={id} />
      <div className="columns">
        <div className="about">
          <div className="about-top">
            <ComicCoverSkeleton id={id} />
            <div className="about-words">
              <Skeleton className="h-7 w-4/5" />
              <Skeleton className="h-5 w-2/5" />
            </div>
          </div>
          <Skeleton className="mt-3 h-6 w-3/5" />
          <Skeleton className="mt-3 h-20" />
        </div>
        <div className="chapters">
          <Skeleton className="mt-8 h-6 w-24" />
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="mt-4 h-14" />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The place of the wide picture. It already shows that of a tapped card. */
function HeroSkeleton({ id }: { id: number }) {
  const hero = useWideFlight(id);
  const tapped = tappedWide(id);
  return (
    <div ref={hero} className="hero bg-sunken">
      {tapped && <img src={tapped.source} alt="" />}
    </div>
  );
}
