import { search } from '#contract/calls/listings';
import { EndlessList } from '../../features/listings/endless-list.tsx';
import { useEndless } from '../../runtime/queries/endless.ts';
import { MostRead } from './most-read.tsx';
import { NoResults } from './no-results.tsx';
import { ResultFilters } from './result-filters.tsx';
import { RESULT_LIST, ResultRow, ResultRowSkeleton } from './result-row.tsx';
import type { SearchAddress } from './search-address.ts';

/** Never shown: an empty list has its own screen here. */
const UNUSED = { title: '', hint: '' };

/** Rows that a phone shows at once. */
const FIRST_ROWS = 6;

/** Up to this number of results leaves most of a phone's screen empty. */
const FEW = 3;

/** The comics that were found, one a row. */
export function SearchResults({
  address,
  onChange,
}: {
  address: SearchAddress;
  onChange(address: SearchAddress): void;
}) {
  const { words, genre, status, sort } = address;
  const list = useEndless(search, {
    ...(words !== '' && { keyword: words }),
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
          <EndlessList list={list} empty={UNUSED} className={RESULT_LIST} skeleton={<ResultRowSkeleton />}>
            {(comic, index) => (
              <li key={comic.id} className="min-w-0">
                <ResultRow comic={comic} words={words} priority={index < FIRST_ROWS} />
              </li>
            )}
          </EndlessList>
          {first && list.more === 'end' && first.total <= FEW && (
            <div className="page-width pt-6">
              <MostRead without={first.list} />
            </div>
          )}
        </>
      )}
    </>
  );
}
