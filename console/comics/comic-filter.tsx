import type { InputOf } from '#contract/call';
import { comicGenres, type comicList } from '#contract/console/comics';
import { useFilter } from '../parts/filter.ts';
import { FilterCard } from '../parts/filter-card.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { Select } from '../parts/select.tsx';
import { useAnswer } from '../runtime/queries.ts';
import { STATUSES, WEEKDAYS } from './words.ts';

export type Filter = Omit<InputOf<typeof comicList>, 'cursor' | 'size'>;

const STATES = [
  ['', '全部'],
  ['online', '上架'],
  ['offline', '已下架'],
  ['deleted', '回收站'],
] as const;
const PRICES = [
  ['', '全部'],
  ['paid', '付费'],
  ['free', '免费'],
] as const;
const ISSUES = [
  ['', '全部'],
  ['damaged', '有损坏的页'],
  ['scheduled', '有定时发布的话'],
  ['draft', '有没上架的话'],
  ['refused', '有没导入的文件'],
  ['empty', '没有话'],
] as const;
const SORTS = [
  ['', '最新加入'],
  ['updated', '最近改动'],
  ['title', '书名'],
  ['price', '价格从高到低'],
] as const;

/** The choice with this value; undefined if there is none, as in an address that was typed. */
function chosen<T extends string>(options: readonly (readonly [T, string])[], value: string) {
  const found = options.find(([each]) => each === value)?.[0];
  return (found || undefined) as Exclude<T, ''> | undefined;
}

/** The filter in the address. */
export function useComicFilter(): Filter {
  const { get } = useFilter();
  const day = Number(get('weekday'));
  return {
    q: get('q').slice(0, 100) || undefined,
    state: chosen(STATES, get('state')),
    status: chosen(STATUSES, get('status')),
    price: chosen(PRICES, get('price')),
    issue: chosen(ISSUES, get('issue')),
    weekday: ([1, 2, 3, 4, 5, 6, 7] as const).find((each) => each === day),
    genre: get('genre').slice(0, 200) || undefined,
    sort: chosen(SORTS, get('sort')),
  };
}

export function ComicFilter() {
  const { get, set } = useFilter();
  const genres = useAnswer(comicGenres, {}).data?.list ?? [];
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <Select label={label} value={get(name)} options={options} onChange={({ target }) => set(name, target.value)} />
  );
  return (
    <FilterCard columns={4} search={<SearchBox label="搜索书名、别名、作者、编号" />}>
      {choice('state', '上架', STATES)}
      {choice('status', '状态', [['', '全部'], ...STATUSES])}
      {choice('price', '付费', PRICES)}
      {choice('issue', '要留意的', ISSUES)}
      {choice('weekday', '更新日', [
        ['', '全部'],
        ...WEEKDAYS.map((name, index) => [String(index + 1), name] as const),
      ])}
      {choice('genre', '题材', [['', '全部'], ...namesWith(genres, get('genre')).map((name) => [name, name] as const)])}
      {choice('sort', '排列', SORTS)}
    </FilterCard>
  );
}

/** The names with the chosen one, which may be of an address that was typed. */
function namesWith(names: readonly string[], chosenName: string): string[] {
  return chosenName === '' || names.includes(chosenName) ? [...names] : [chosenName, ...names];
}
