import { COMIC_FIELDS, FIELD_NAMES, type FieldKind, type FieldName, type FieldNameOf } from '#contract/comic-fields';
import { columnOf } from '#contract/console/column-names';

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

/** The values of all fields. */
export type ComicFieldValues = { [Name in FieldName]: ValueOf[(typeof COMIC_FIELDS)[Name]['kind']] };
/** The values that answers show. */
export type ShownFieldValues = Pick<ComicFieldValues, FieldNameOf<{ shown: true }>>;

/** Which source of an import set a field: the file of a chapter, series.yaml, or the options of the import. */
export type FieldSource = { from: 'file' | 'series' | 'options'; at: string };

/** An SQL list made of the column and the kind of each field. */
export function sqlOfFields(make: (column: string, kind: FieldKind) => string): string {
  return FIELD_NAMES.map((name) => make(columnOf(name), COMIC_FIELDS[name].kind)).join(', ');
}

/** The columns of the fields under their names, for a `select`. */
export function selectFields(table: string, isWanted: (field: { shown: boolean }) => boolean = () => true): string {
  const wanted = FIELD_NAMES.filter((name) => isWanted(COMIC_FIELDS[name]));
  return wanted.map((name) => `${table}.${columnOf(name)} as "${name}"`).join(', ');
}

/** Values as the JSON of a row of catalog.comic; undefined ones and everything that is no field are left out. */
export function rowOfFields(values: Partial<ComicFieldValues>): string {
  return JSON.stringify(Object.fromEntries(FIELD_NAMES.map((name) => [columnOf(name), values[name]])));
}
