import type { ReactNode } from 'react';
import type { ComicCard } from '#contract/shapes';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import './library.css';

/** The cover of a comic in the library, without the badges that recommend it elsewhere. */
export function CoverBox({ comic, priority, children }: { comic: ComicCard; priority: boolean; children?: ReactNode }) {
  return (
    <div className="cover-box">
      <LazyImage image={comic.cover} alt="" priority={priority} className="size-full object-cover" />
      {children}
    </div>
  );
}

/** The progress from 0 to 1 as a line; nothing for 0. */
export function ReadLine({ progress }: { progress: number }) {
  if (progress === 0) return null;
  return (
    <span aria-hidden className="read-line">
      <span style={{ scale: `${progress} 1` }} />
    </span>
  );
}
