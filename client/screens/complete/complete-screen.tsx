import { finish } from '#contract/calls';
import { GenreListing } from '../../features/genre-listing/genre-listing.tsx';

export function CompleteScreen() {
  return <GenreListing title="完结" call={finish} empty="还没有完结的漫画" emptyGenre="这个题材还没有完结的漫画" />;
}
