/** The type of a field's values. It decides how the field is checked, stored, and written in files, commands and the console. */
export type FieldKind = 'names' | 'text' | 'status' | 'weekdays' | 'direction' | 'age' | 'count';

type Field = {
  /** The name for operators. */
  name: string;
  kind: FieldKind;
  /** False = only for operators and the search. */
  shown: boolean;
  /** Authors may change it in the console; otherwise only editors may. */
  byAuthors: boolean;
  /** The elements of ComicInfo with these names. Other kinds have rules of their own. */
  comicInfo?: readonly string[];
  /** Only for a count: the smallest and the largest value. */
  range?: readonly [least: number, most: number];
};

/**
 * The fields of a comic that operators can set, besides the title, the price and the free chapters. The column of a field has its
 * name in snake case, series.yaml has its name, and the option of `manyu comics edit` its name in kebab case. The console has an
 * input for each list of names; other kinds need one in `console/comics/fields.tsx`. An answer shows a field if its view names it.
 */
export const COMIC_FIELDS = {
  authors: {
    name: '作者',
    kind: 'names',
    shown: true,
    byAuthors: true,
    comicInfo: ['Writer', 'Penciller', 'Inker', 'Colorist', 'CoverArtist'],
  },
  genres: { name: '题材', kind: 'names', shown: true, byAuthors: true, comicInfo: ['Genre'] },
  alias: { name: '别名', kind: 'names', shown: false, byAuthors: true },
  description: { name: '简介', kind: 'text', shown: true, byAuthors: true },
  status: { name: '状态', kind: 'status', shown: true, byAuthors: true },
  weekdays: { name: '更新日', kind: 'weekdays', shown: true, byAuthors: true },
  direction: { name: '阅读方向', kind: 'direction', shown: true, byAuthors: true },
  ageRating: { name: '分级', kind: 'age', shown: true, byAuthors: false },
  waitHours: { name: '等就免费：隔几小时', kind: 'count', shown: true, byAuthors: false, range: [0, 168] },
  waitExceptLatest: { name: '等就免费：不含最新几话', kind: 'count', shown: true, byAuthors: false, range: [0, 1000] },
  waitReadHours: { name: '等就免费：能读几小时', kind: 'count', shown: true, byAuthors: false, range: [1, 720] },
  passAfterDays: { name: '月卡：能读发布满几天的话', kind: 'count', shown: true, byAuthors: false, range: [0, 3650] },
} as const satisfies Record<string, Field>;

type Fields = typeof COMIC_FIELDS;
export type FieldName = keyof Fields;
export type FieldNameOf<Wanted> = { [Name in FieldName]: Fields[Name] extends Wanted ? Name : never }[FieldName];
export type ListName = FieldNameOf<{ kind: 'names' }>;
export type CountName = FieldNameOf<{ kind: 'count' }>;

export const FIELD_NAMES = Object.keys(COMIC_FIELDS) as FieldName[];
const ALL: Readonly<Record<FieldName, Field>> = COMIC_FIELDS;
/** The fields that are lists of names. */
export const LIST_NAMES = FIELD_NAMES.filter((name): name is ListName => ALL[name].kind === 'names');

/** Makes something of each field. */
export function ofEachField<Result>(make: (field: Field, name: FieldName) => Result): Record<FieldName, Result> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, make(ALL[name], name)])) as Record<FieldName, Result>;
}

/** Makes something of each field that is a list of names. */
export function ofEachList<Result>(make: (field: Field, name: ListName) => Result): Record<ListName, Result> {
  return Object.fromEntries(LIST_NAMES.map((name) => [name, make(ALL[name], name)])) as Record<ListName, Result>;
}
