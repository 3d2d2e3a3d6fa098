import { COMIC_FIELD_NAMES } from '#contract/console/column-names';
import type { EditedFields } from '#contract/console/comic-shapes';

export type FieldName = keyof EditedFields;

/** The fields as a form has them: lists and numbers are text. */
export type FormValues = Record<Exclude<FieldName, 'weekdays'>, string> & { weekdays: string[] };

export const FIELD_LIST = Object.keys(COMIC_FIELD_NAMES) as FieldName[];

export function toForm(fields: EditedFields): FormValues {
  const { alias, authors, genres, weekdays, priceCoins, freeFirst, ...others } = fields;
  const { waitHours, waitExceptLatest, waitReadHours, passAfterDays, ...texts } = others;
  return {
    ...texts,
    alias: alias.join('、'),
    authors: authors.join('、'),
    genres: genres.join('、'),
    weekdays: weekdays.map(String),
    priceCoins: String(priceCoins),
    freeFirst: String(freeFirst),
    waitHours: String(waitHours),
    waitExceptLatest: String(waitExceptLatest),
    waitReadHours: String(waitReadHours),
    passAfterDays: String(passAfterDays),
  };
}

export function fromForm(values: FormValues): EditedFields {
  return {
    title: values.title.trim(),
    alias: namesIn(values.alias),
    authors: namesIn(values.authors),
    genres: namesIn(values.genres),
    description: values.description.trim(),
    status: values.status as EditedFields['status'],
    weekdays: values.weekdays.map(Number).sort(),
    direction: values.direction as EditedFields['direction'],
    ageRating: values.ageRating as EditedFields['ageRating'],
    priceCoins: Number(values.priceCoins),
    freeFirst: Number(values.freeFirst),
    waitHours: Number(values.waitHours),
    waitExceptLatest: Number(values.waitExceptLatest),
    waitReadHours: Number(values.waitReadHours),
    passAfterDays: Number(values.passAfterDays),
  };
}

export function namesIn(text: string): string[] {
  const names = text.split(/[,，、;；\n]/).map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Only these fields. */
export function pick(fields: EditedFields, names: readonly FieldName[]): Partial<EditedFields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
