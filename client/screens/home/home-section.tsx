import type { Section } from '#contract/shapes';
import { CARD_GRID, ComicCard, ComicCover, ComicRow } from '../../features/comic-card/comic-card.tsx';
import { chapterNoText } from '../../features/comic-card/comic-words.ts';
import { countText } from '../../features/format/count-text.ts';
import { RANK_LIST, RankRow } from '../../features/rank-row/rank-row.tsx';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { comicPath, isScreenPath } from '../../paths.ts';
import { ForwardIcon } from '../../ui/icons.tsx';

/** Covers of the first section that a phone shows at once. */
const FIRST_COVERS = 6;
const FULL_ROW = 3;

type HomeSectionProps = { section: Section; first: boolean /** Why these. */; note?: string | undefined };

export function HomeSection({ section, first, note }: HomeSectionProps) {
  const more = section.more && isScreenPath(section.more) ? section.more : null;
  return (
    <section aria-label={section.title} className="pt-6">
      <div className="page-width flex h-11 items-center justify-between">
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
      <SectionList section={section} priorities={first ? FIRST_COVERS : 0} />
    </section>
  );
}

function SectionList({ section, priorities }: { section: Section; priorities: number }) {
  const { layout, list } = section;
  if (layout === 'rank') return <RankList list={list} />;
  // One or two covers would leave most of a row open.
  if (list.length < FULL_ROW)
    return (
      <div className="page-width">
        {list.map((comic) => (
          <Wide key={comic.id} comic={comic} />
        ))}
      </div>
    );
  if (layout === 'row') return <ComicRow list={list} priorities={priorities} />;
  const [lead, ...rest] = list;
  return (
    <div className="page-width">
      {layout === 'hero' && lead && <Wide comic={lead} />}
      <div className={CARD_GRID}>
        {(layout === 'hero' ? rest : list).map((comic, index) => (
          <ComicCard key={comic.id} comic={comic} priority={index < priorities} />
        ))}
      </div>
    </div>
  );
}

type Comic = Section['list'][number];

function Wide({ comic }: { comic: Comic }) {
  return (
    <ScreenLink to={comicPath(comic.id)} className="mb-5 flex gap-4 rounded-2xl bg-sunken p-3 active:opacity-80">
      <ComicCover comic={comic} priority className="w-32 shrink-0 sm:w-40" />
      <div className="min-w-0 self-center py-2">
        <h3 className="line-clamp-2 text-lg font-semibold">{comic.title}</h3>
        <p className="mt-1 truncate text-sm text-soft">{comic.authors.join('、')}</p>
        <p className="mt-3 truncate text-sm text-soft">{comic.genres.join(' · ')}</p>
        {comic.latest && <p className="mt-1 text-sm text-soft">更新至 {chapterNoText(comic.latest.no)}</p>}
      </div>
    </ScreenLink>
  );
}

function RankList({ list }: { list: Comic[] }) {
  return (
    <ol className={`page-width ${RANK_LIST}`}>
      {list.map((comic, index) => (
        <li key={comic.id} className="min-w-0">
          <RankRow rank={index + 1} comic={comic} detail={`${countText(comic.views)}次阅读`} />
        </li>
      ))}
    </ol>
  );
}
