import { free } from '#contract/calls';
import { GenreListing } from '../../features/genre-listing/genre-listing.tsx';

export function FreeScreen() {
  return <GenreListing title="免费" call={free} empty="还没有免费的漫画" emptyGenre="这个题材还没有免费的漫画" />;
}
