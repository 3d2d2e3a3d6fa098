import { search } from '#contract/calls/listings';
import { ComicGrid } from '../../features/comic-grid/comic-grid.tsx';
import { useEndless } from '../../runtime/queries/endless.ts';
import { NoResults } from './no-results.tsx';
import { ResultFilters } from './result-filters.tsx';
import type { SearchAddress } from './search-address.ts';

/** Never shown: an empty list has a screen of its own here. */
const UNUSED = { title: '', hint: '' };

/** The comics that were found, as the listings show them. */
export function SearchResults({
  address,
  onChange,
}: {
  address: SearchAddress;
  onChange(address: SearchAddress): void;
}) {
  const { words, genre, status, sort } = address;
  const list = useEndless(search, {
    keyword: words,
    ...(genre !== '' && { genre }),
    ...(status !== '' && { status }),
    ...(sort !== '' && { sort }),
  });
  const { first } = list;
  const isFiltered = genre !== '' || status !== '';
  return (
    <>
      <ResultFilters address={address} onChange={onChange} />
      {first && first.total === 0 ? (
        <NoResults
          words={words}
          near={first.near}
          onUnfilter={isFiltered ? () => onChange({ ...address, genre: '', status: '' }) : null}
        />
      ) : (
        <>
          <p role="status" className="page-width h-8 pt-3 text-sm text-soft">
            {first && `找到 ${first.total}${first.totalCapped ? '+' : ''} 部`}
          </p>
          <ComicGrid list={list} empty={UNUSED} />
        </>
      )}
    </>
  );
}
