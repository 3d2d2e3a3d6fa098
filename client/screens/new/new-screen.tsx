import { newComics } from '#contract/calls';
import { GenreListing } from '../../features/genre-listing/genre-listing.tsx';

export function NewScreen() {
  return <GenreListing title="新作" call={newComics} empty="还没有新作" emptyGenre="这个题材还没有新作" />;
}
