import type { Section } from '#contract/shapes';
import { ForwardIcon } from '../../../ui/icons.tsx';
import { CARD_GRID, ComicCard, ComicRow, coverTitleLines } from '../../features/comics/comic-card/comic-card.tsx';
import { tellsNew } from '../../features/comics/comic-card/comic-words.ts';
import { InfoCard, infoColumns } from '../../features/comics/comic-card/info-card.tsx';
import { titleLines } from '../../features/comics/comic-card/title-lines.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { WidePicture } from '../../features/pictures/wide-picture.tsx';
import { isScreenPath } from '../../paths.ts';
import { Hero } from './hero.tsx';
import { listShape } from './list-shape.ts';
import { RankDigest } from './rank-digest.tsx';
import { useIsWide } from './use-is-wide.ts';
import { WideCard } from './wide-card.tsx';

/** The Chinese characters in a line under a wide picture on a narrow phone. */
const WIDE_CHARACTERS = 10;
/** Covers of the first section that a phone shows at once. */
const FIRST_COVERS = 6;

type HomeSectionProps = { section: Section; first: boolean /** Why these. */; note?: string | undefined };

export function HomeSection({ section, first, note }: HomeSectionProps) {
  const more = section.more && isScreenPath(section.more) ? section.more : null;
  const [lead, ...rest] = section.list;
  const isHero = section.layout === 'hero' && lead !== undefined;
  const hero = isHero && <Hero comic={lead} />;
  if (isHero && first && rest.length === 0)
    return (
      <section aria-label={section.title} className="page-width pt-4">
        {hero}
      </section>
    );
  return (
    <section aria-label={section.title} className="pt-6">
      <div className="words page-width flex h-11 items-center justify-between">
        <h2 className="shrink-0 text-lg font-semibold">{section.title}</h2>
        {note && <p className="ml-3 min-w-0 flex-1 truncate text-xs text-soft">{note}</p>}
        {more && (
          <ScreenLink
            to={more}
            aria-label={`更多${section.title}`}
            className="flex h-11 items-center text-sm text-soft"
          >
            更多
            <ForwardIcon className="size-4" />
          </ScreenLink>
        )}
      </div>
      {section.theme && more && <ThemeHead theme={section.theme} to={more} title={section.title} />}
      {hero && <div className="page-width pb-5">{hero}</div>}
      <SectionList section={isHero ? { ...section, list: rest } : section} priorities={first ? FIRST_COVERS : 0} />
    </section>
  );
}

/** The picture of a theme above its comics, and its description: below it, on a wide screen beside it. */
function ThemeHead({ theme, to, title }: { theme: NonNullable<Section['theme']>; to: string; title: string }) {
  return (
    <ScreenLink to={to} className="page-width mb-5 block active:opacity-80 sm:flex sm:items-center sm:gap-5">
      <span className="sr-only">专题：{title}</span>
      {theme.image && <WidePicture image={theme.image} className="sm:max-w-md" />}
      {theme.description && (
        <p className="mt-2 line-clamp-2 text-sm text-soft sm:mt-0 sm:text-base">{theme.description}</p>
      )}
    </ScreenLink>
  );
}

function SectionList({ section, priorities }: { section: Section; priorities: number }) {
  const { layout, list } = section;
  const withNew = tellsNew(list);
  const lines = coverTitleLines(list);
  const shape = listShape(layout, list.length, useIsWide());
  if (shape === 'rank') return <RankDigest list={list} />;
  if (shape === 'row') return <ComicRow list={list} priorities={priorities} />;
  if (shape === 'wide')
    return (
      <div
        className={`page-width grid grid-cols-2 gap-x-3 gap-y-4 lg:gap-x-5 ${list.length % 4 === 0 ? 'sm:grid-cols-4' : 'sm:grid-cols-3'}`}
      >
        {list.map((comic, index) => (
          <WideCard
            key={comic.id}
            comic={comic}
            priority={index < priorities}
            lines={titleLines(list, WIDE_CHARACTERS)}
          />
        ))}
      </div>
    );
  if (shape === 'info')
    return (
      <div className={`page-width ${infoColumns(list.length)}`}>
        {list.map((comic, index) => (
          <InfoCard key={comic.id} comic={comic} priority={index < priorities} withNew={withNew} />
        ))}
      </div>
    );
  return (
    <div className={`page-width ${CARD_GRID} ${lines === 1 ? 'gap-y-5' : ''}`}>
      {list.map((comic, index) => (
        <ComicCard key={comic.id} comic={comic} priority={index < priorities} withNew={withNew} lines={lines} />
      ))}
    </div>
  );
}
