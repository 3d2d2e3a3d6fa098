import { finish } from '#contract/calls/listings';
import { GenreListing } from '../../features/listings/genre-listing.tsx';
import { paths } from '../../paths.ts';

export function CompleteScreen() {
  return (
    <GenreListing
      path={paths.complete}
      slot={4}
      title="完结"
      call={finish}
      empty="还没有完结的漫画"
      emptyGenre="这个题材还没有完结的漫画"
    />
  );
}
