import { newComics } from '#contract/calls/listings';
import { GenreListing } from '../../features/listings/genre-listing.tsx';
import { paths } from '../../paths.ts';

export function NewScreen() {
  return (
    <GenreListing
      path={paths.new}
      slot={3}
      title="新作"
      call={newComics}
      empty="还没有新作"
      emptyGenre="这个题材还没有新作"
    />
  );
}
