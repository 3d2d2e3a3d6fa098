import { columnOf } from '#contract/console/column-names';

/** The type of a field's values. It decides how the field is stored, and how it is written in files and commands. */
export type FieldKind = 'names' | 'text' | 'status' | 'weekdays' | 'direction' | 'age' | 'count';

type ValueOf = {
  names: string[];
  text: string;
  status: 'serial' | 'complete';
  /** 1 = Monday … 7 = Sunday. */
  weekdays: number[];
  direction: 'strip' | 'ltr' | 'rtl';
  age: 'all' | '12' | '16' | '18';
  count: number;
};

type Field = {
  kind: FieldKind;
  /** False = only for operators and the search. */
  shown: boolean;
  /** The elements of ComicInfo with these names. Other kinds have rules of their own. */
  comicInfo?: readonly string[];
  /** Only for a count: the smallest and the largest value. */
  range?: readonly [least: number, most: number];
};

/**
 * The fields of a comic that operators can set. The column of a field has its name in snake case, series.yaml has its name,
 * and the option of `manyu comics edit` its name in kebab case. An answer shows a field if its view names it.
 */
export const COMIC_FIELDS = {
  authors: {
    kind: 'names',
    shown: true,
    comicInfo: ['Writer', 'Penciller', 'Inker', 'Colorist', 'CoverArtist'],
  },
  genres: { kind: 'names', shown: true, comicInfo: ['Genre'] },
  alias: { kind: 'names', shown: false },
  description: { kind: 'text', shown: true },
  status: { kind: 'status', shown: true },
  weekdays: { kind: 'weekdays', shown: true },
  direction: { kind: 'direction', shown: true },
  ageRating: { kind: 'age', shown: true },
  waitHours: { kind: 'count', shown: true, range: [0, 168] },
  waitExceptLatest: { kind: 'count', shown: true, range: [0, 1000] },
  waitReadHours: { kind: 'count', shown: true, range: [1, 720] },
  passAfterDays: { kind: 'count', shown: true, range: [0, 3650] },
} as const satisfies Record<string, Field>;

type Fields = typeof COMIC_FIELDS;
export type FieldName = keyof Fields;
type NamesOf<Wanted> = { [Name in FieldName]: Fields[Name] extends Wanted ? Name : never }[FieldName];
export type ListName = NamesOf<{ kind: 'names' }>;
export type CountName = NamesOf<{ kind: 'count' }>;

/** The values of all fields. */
export type ComicFieldValues = { [Name in FieldName]: ValueOf[Fields[Name]['kind']] };
/** The values that answers show. */
export type ShownFieldValues = Pick<ComicFieldValues, NamesOf<{ shown: true }>>;

/** Which source of an import set a field: the file of a chapter, series.yaml, or the options of the import. */
export type FieldSource = { from: 'file' | 'series' | 'options'; at: string };

export const FIELD_NAMES = Object.keys(COMIC_FIELDS) as FieldName[];
const ALL: Readonly<Record<FieldName, Field>> = COMIC_FIELDS;

/** Makes something of each field. */
export function ofEachField<Made>(make: (name: FieldName, field: Field) => Made): Record<FieldName, Made> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, make(name, ALL[name])])) as Record<FieldName, Made>;
}

/** Makes something of each field that is a list of names. */
export function ofEachList<Made>(make: (name: ListName, field: Field) => Made): Record<ListName, Made> {
  const names = FIELD_NAMES.filter((name): name is ListName => ALL[name].kind === 'names');
  return Object.fromEntries(names.map((name) => [name, make(name, ALL[name])])) as Record<ListName, Made>;
}

/** An SQL list made of the column and the kind of each field. */
export function sqlOfFields(make: (column: string, kind: FieldKind) => string): string {
  return FIELD_NAMES.map((name) => make(columnOf(name), ALL[name].kind)).join(', ');
}

/** The columns of the fields under their names, for a `select`. */
export function selectFields(table: string, isWanted: (field: Field) => boolean = () => true): string {
  const wanted = FIELD_NAMES.filter((name) => isWanted(ALL[name]));
  return wanted.map((name) => `${table}.${columnOf(name)} as "${name}"`).join(', ');
}

/** Values as the JSON of a row of catalog.comic; undefined ones and everything that is no field are left out. */
export function rowOfFields(values: Partial<ComicFieldValues>): string {
  return JSON.stringify(Object.fromEntries(FIELD_NAMES.map((name) => [columnOf(name), values[name]])));
}
