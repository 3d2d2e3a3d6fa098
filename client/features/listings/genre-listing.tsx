import type { finish, free, newComics } from '#contract/calls/listings';
import { paths } from '../../paths.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { useScreenTitle } from '../navigation/use-screen-title.ts';
import { ComicGrid, ComicGridSkeleton } from './comic-grid.tsx';
import { ALL_GENRES, GenreRow } from './genre-row.tsx';
import { useAddressChoice } from './use-address-choice.ts';
import { WithBanners } from './with-banners.tsx';

type GenreListingProps = {
  path: string;
  /** The index of the screen, which is its banner slot. */
  slot: number;
  call: typeof newComics | typeof finish | typeof free;
  /** The texts for no comics at all, and for none of the genre. */
  empty: string;
  emptyGenre: string;
};

/** A listing screen under the tabs: an endless list of comics, all or of one genre. */
export function GenreListing({ title, ...list }: GenreListingProps & { title: string }) {
  useScreenTitle(title);
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">{title}</h1>
      <GenreList {...list} />
    </main>
  );
}

/** The list of such a screen, with the row of genres above it. */
export function GenreList({ path, slot, call, empty, emptyGenre }: GenreListingProps) {
  const [picked, pick] = useAddressChoice(path, 'genre');
  const list = useEndless(call, picked === ALL_GENRES ? {} : { genre: picked });
  const emptyText =
    picked === ALL_GENRES
      ? { title: empty, hint: '过些时候再来看看吧。' }
      : { title: emptyGenre, hint: '换一个题材看看吧。' };
  return (
    <>
      <GenreRow picked={picked} onPick={pick} />
      <WithBanners slot={slot} waiting={<ComicGridSkeleton />}>
        <ComicGrid list={list} empty={emptyText} allNew={path === paths.new} />
      </WithBanners>
    </>
  );
}
