import { free } from '#contract/calls/listings';
import { GenreListing } from '../../features/genre-listing/genre-listing.tsx';
import { paths } from '../../paths.ts';

export function FreeScreen() {
  return (
    <GenreListing
      path={paths.free}
      slot={14}
      title="免费"
      untabbed
      call={free}
      empty="还没有免费的漫画"
      emptyGenre="这个题材还没有免费的漫画"
    />
  );
}
