import type { ReactNode } from 'react';
import type { ComicCard } from '#contract/shapes';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import './library.css';

/** The cover of a comic that the reader knows: without the badges that recommend it elsewhere. */
export function CoverBox({ comic, priority, children }: { comic: ComicCard; priority: boolean; children?: ReactNode }) {
  return (
    <div className="cover-box">
      <LazyImage image={comic.cover} alt="" priority={priority} className="size-full object-cover" />
      {children}
    </div>
  );
}

/** How much has been read, 0 to 1, as a line; nothing where nothing has. */
export function ReadLine({ share }: { share: number }) {
  if (share === 0) return null;
  return (
    <span aria-hidden className="read-line">
      <span style={{ scale: `${share} 1` }} />
    </span>
  );
}
