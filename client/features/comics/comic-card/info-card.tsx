import type { ComicCard as Comic } from '#contract/shapes';
import { comicPath } from '../../../paths.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';
import { CARD_GRID, ComicCard, ComicCover, MetaText } from './comic-card.tsx';
import { TitleText } from './title-text.tsx';

type InfoCardProps = {
  comic: Comic & { tagline?: string | undefined };
  priority?: boolean;
  withNew?: boolean;
  /** The surroundings already show when the sale ends. */
  clockless?: boolean;
  /** The surroundings already name the author. */
  authorless?: boolean;
};

/**
 * The columns of these cards: three where they fill rows and a card has space for its text. A card that is left over, or alone, is
 * as wide as the row, because half a row looks incomplete.
 */
export function infoColumns(count: number): string {
  const isOdd = count % 2 === 1;
  const inThrees = `md:grid-cols-3 low:grid-cols-3 ${isOdd ? 'sm:max-md:*:last:col-span-2 low:*:last:col-span-1' : ''}`;
  const inTwos = isOdd ? 'sm:*:last:col-span-2' : '';
  return `grid gap-3 sm:grid-cols-2 lg:gap-5 ${count % 3 === 0 ? inThrees : inTwos}`;
}

/** Up to this number a row of covers would be at least half empty. */
const FEW = 4;

/** The look of a whole list: covers, or for a few comics a cover with a line about each. */
export function cardsOf(count: number, isWhole: boolean) {
  return isWhole && count > 0 && count <= FEW
    ? { Card: InfoCard, columns: infoColumns(count) }
    : { Card: ComicCard, columns: CARD_GRID };
}

/** A cover with a line about the comic at its side. */
export function InfoCard({ comic, priority, withNew, clockless, authorless }: InfoCardProps) {
  const { title, authors, genres, tagline } = comic;
  return (
    <ScreenLink
      to={comicPath(comic.id)}
      className="flex h-full min-w-0 flex-wrap gap-4 rounded-2xl bg-sunken p-3 text-sm text-soft active:opacity-80 md:max-lg:gap-3 low:gap-3"
    >
      <ComicCover
        comic={comic}
        priority={priority}
        withNew={withNew}
        className="w-24 shrink-0 md:max-lg:w-20 low:w-18"
      />
      <div className="words min-w-0 flex-1 basis-24 self-center">
        <p className="line-clamp-2 text-[1.0625rem] leading-6 font-semibold text-ink">
          <TitleText title={title} />
        </p>
        {tagline ? (
          <p className="mt-1 line-clamp-2">{tagline}</p>
        ) : (
          !authorless && <p className="mt-1 truncate">{authors.join('、')}</p>
        )}
        <p className="mt-2 truncate text-xs">{genres.join(' · ')}</p>
        {/* Text that does not fit is left out completely, as below a cover. */}
        <p className="mt-0.5 h-4 overflow-hidden text-xs tracking-tight break-keep">
          <MetaText comic={comic} clockless={clockless} />
        </p>
      </div>
    </ScreenLink>
  );
}
