import { useState } from 'react';
import { type finish, type free, genre, type newComics } from '#contract/calls';
import { useCall, useEndless } from '../../api/queries.ts';
import { ChoiceRow } from '../choice-row/choice-row.tsx';
import { ComicGrid } from '../comic-grid/comic-grid.tsx';
import { useScreenTitle } from '../screen-title/use-screen-title.ts';

const ALL = '';

type GenreListingProps = {
  title: string;
  call: typeof newComics | typeof finish | typeof free;
  /** What is said when there is no comic, and when there is none of the genre. */
  empty: string;
  emptyGenre: string;
};

/** A listing screen: an endless list of comics, all or of one genre. */
export function GenreListing({ title, call, empty, emptyGenre }: GenreListingProps) {
  useScreenTitle(title);
  const [picked, setPicked] = useState(ALL);
  const genres = useCall(genre, undefined, { background: true });
  const asked = useEndless(call, picked === ALL ? {} : { genre: picked });
  const choices = (genres.data?.genres ?? []).map(({ id, name }) => ({ key: id, label: name }));
  const said =
    picked === ALL ? { title: empty, hint: '过些时候再来看看吧。' } : { title: emptyGenre, hint: '换一个题材看看吧。' };
  return (
    <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
      <h1 className="sr-only">{title}</h1>
      <ChoiceRow<string>
        label="题材"
        choices={[{ key: ALL, label: '全部' }, ...choices]}
        picked={picked}
        onPick={setPicked}
        pending={!genres.data && !genres.error}
      />
      <ComicGrid asked={asked} empty={said} />
    </main>
  );
}
