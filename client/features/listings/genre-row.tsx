import { genre } from '#contract/calls/listings';
import { useCall } from '../../runtime/queries/queries.ts';
import { ChoiceRow } from './choice-row.tsx';

/** No genre in particular. */
export const ALL_GENRES = '';

/** All genres in a row, to pick one; without them, the list alone. */
export function GenreRow({ picked, onPick }: { picked: string; onPick: (genre: string) => void }) {
  const { data, error } = useCall(genre);
  const choices = (data?.genres ?? []).map(({ id, name }) => ({ key: id, label: name }));
  return (
    <ChoiceRow<string>
      label="题材"
      choices={[{ key: ALL_GENRES, label: '全部' }, ...choices]}
      picked={picked}
      onPick={onPick}
      pending={!data && !error}
    />
  );
}
