import { genre } from '#contract/calls/listings';
import { DownIcon } from '../../../ui/screen-icons.tsx';
import { ALL_GENRES } from '../../features/listings/genre-row.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

/**
 * One genre or all, in a native select: a row of genres would be as high as three ranks. Its width is that of its text, so that
 * on a phone of 360 px all six rankings fit beside it. It is as wide as 题材 from the start: the browser may paint it before it has
 * parsed the options.
 */
export function GenreSelect({ picked, onPick }: { picked: string; onPick(genre: string): void }) {
  const { data } = useCall(genre);
  const genres = data?.genres ?? [];
  const known = picked === ALL_GENRES || genres.some(({ id }) => id === picked);
  return (
    <label className="relative flex h-11 shrink-0 items-center text-sm text-soft">
      <span className="sr-only">题材</span>
      <select
        value={picked}
        onChange={({ target }) => onPick(target.value)}
        className="field-sizing-content h-full max-w-28 min-w-12 appearance-none truncate bg-page pr-5 outline-offset-0"
      >
        <option value={ALL_GENRES}>题材</option>
        {!known && <option value={picked}>{picked}</option>}
        {genres.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <DownIcon className="pointer-events-none absolute right-0 size-4" />
    </label>
  );
}
