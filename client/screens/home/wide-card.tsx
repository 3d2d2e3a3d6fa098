import type { Section } from '#contract/shapes';
import { MetaText, WORDS_HEIGHT } from '../../features/comics/comic-card/comic-card.tsx';
import type { TitleLines } from '../../features/comics/comic-card/title-lines.ts';
import { TitleText } from '../../features/comics/comic-card/title-text.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { comicPath } from '../../paths.ts';

export type SectionComic = Section['list'][number];

type WideCardProps = { comic: SectionComic; priority?: boolean; lines: TitleLines };

/** The wide picture of a comic, else a wide part of its cover, with the title below. */
export function WideCard({ comic, priority, lines }: WideCardProps) {
  return (
    <ScreenLink to={comicPath(comic.id)} className="block min-w-0 active:opacity-80">
      <div className="relative aspect-8/5 overflow-hidden rounded-lg bg-sunken ring-inside">
        <LazyImage image={comic.wide ?? comic.cover} alt="" priority={priority} className="size-full object-cover" />
      </div>
      <div className={`words mt-2 ${WORDS_HEIGHT[lines]}`}>
        <p className="line-clamp-2 text-[0.9375rem] text-pretty leading-[1.375rem] font-medium">
          <TitleText title={comic.title} />
        </p>
        <p className="truncate text-xs leading-5 text-soft">
          <MetaText comic={comic} />
        </p>
      </div>
    </ScreenLink>
  );
}
