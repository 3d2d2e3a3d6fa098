import { free } from '#contract/calls/listings';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { GenreList } from '../../features/listings/genre-listing.tsx';
import { ListingGestures } from '../../features/listings/listing-gestures/listing-gestures.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { SearchLink } from '../../features/navigation/top-bar/search-link.tsx';
import { paths } from '../../paths.ts';

const NO_TABS: readonly string[] = [];

export function FreeScreen() {
  return (
    <TitledScreen title="免费" action={<OwnSearch />} main>
      <GenreList
        path={paths.free}
        slot={14}
        call={free}
        empty="还没有免费的漫画"
        emptyGenre="这个题材还没有免费的漫画"
      />
      {useHydrated() && <ListingGestures tabs={NO_TABS} current={paths.free} />}
    </TitledScreen>
  );
}

/** A wide window has one in the bar above. */
function OwnSearch() {
  return (
    <span className="lg:hidden">
      <SearchLink />
    </span>
  );
}
