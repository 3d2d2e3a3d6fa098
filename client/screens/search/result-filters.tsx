import { genre } from '#contract/calls/listings';
import { useCall } from '../../runtime/queries/queries.ts';
import type { SearchAddress } from './search-address.ts';

type Option<Value> = { value: Value; label: string };

const SORTS: Option<SearchAddress['sort']>[] = [
  { value: '', label: '综合' },
  { value: 'hot', label: '最热' },
  { value: 'update', label: '最近更新' },
  { value: 'new', label: '最新上架' },
];
const STATUSES: Option<SearchAddress['status']>[] = [
  { value: '', label: '全部状态' },
  { value: 'serial', label: '连载中' },
  { value: 'complete', label: '已完结' },
];

type ResultFiltersProps = { address: SearchAddress; onChange(address: SearchAddress): void };

/** Order, status and genre of the results, in one row. */
export function ResultFilters({ address, onChange }: ResultFiltersProps) {
  const { data } = useCall(genre);
  const known = (data?.genres ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // The genre in the address is shown, even if it is no longer in the list.
  const isKnown = address.genre === '' || known.some(({ value }) => value === address.genre);
  const genres = [
    { value: '', label: '全部题材' },
    ...known,
    ...(isKnown ? [] : [{ value: address.genre, label: address.genre }]),
  ];
  return (
    <div className="page-width flex gap-2 pt-3">
      <Choice label="排序" value={address.sort} options={SORTS} onPick={(sort) => onChange({ ...address, sort })} />
      <Choice
        label="状态"
        value={address.status}
        options={STATUSES}
        onPick={(status) => onChange({ ...address, status })}
      />
      <Choice
        label="题材"
        value={address.genre}
        options={genres}
        onPick={(picked) => onChange({ ...address, genre: picked })}
      />
    </div>
  );
}

type ChoiceProps<Value> = {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onPick(value: Value): void;
};

/** A native select, which leaves the space to the results. */
function Choice<Value extends string>({ label, value, options, onPick }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const picked = options.find((option) => option.value === event.target.value);
        if (picked) onPick(picked.value);
      }}
      className="h-11 min-w-0 flex-1 truncate rounded-full border-r-8 border-transparent bg-sunken pl-3 text-sm text-soft"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
