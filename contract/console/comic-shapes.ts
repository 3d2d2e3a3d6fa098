import * as v from 'valibot';
import { type COMIC_FIELDS, type FieldKind, type FieldName, ofEachField } from '../comic-fields.ts';
import { LONGEST_DESCRIPTION, LONGEST_LIST, LONGEST_NAME } from '../comic-limits.ts';
import { Count, Id } from '../shapes.ts';

const HIGHEST_PRICE_COINS = 1_000_000;

/** One line without control characters, zero-width characters and direction overrides. */
export const Name = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(LONGEST_NAME),
  v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]+$/u),
);
const Names = v.pipe(
  v.array(Name),
  v.maxLength(LONGEST_LIST),
  v.check((names) => new Set(names).size === names.length),
);
/** Several lines without other control characters. */
const Lines = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LONGEST_DESCRIPTION),
  v.regex(/^(?:\n|[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])*$/u),
);
export const PriceCoins = v.pipe(Count, v.maxValue(HIGHEST_PRICE_COINS));
const Weekday = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7));

export const ComicStatus = v.picklist(['serial', 'complete']);
export const Genres = Names;
export const Weekdays = v.pipe(
  v.array(Weekday),
  v.maxLength(7),
  v.transform((days): number[] => [...new Set(days)].sort()),
);

const Direction = v.picklist(['strip', 'ltr', 'rtl']);
const AgeRating = v.picklist(['all', '12', '16', '18']);

const countWithin = ([least, most]: readonly [number, number] = [0, HIGHEST_PRICE_COINS]) =>
  v.pipe(Count, v.minValue(least), v.maxValue(most));
const BY_KIND = {
  names: Names,
  text: Lines,
  status: ComicStatus,
  weekdays: Weekdays,
  direction: Direction,
  age: AgeRating,
  count: countWithin(),
} satisfies Record<FieldKind, v.GenericSchema>;
const STORED_BY_KIND = {
  names: v.array(v.string()),
  text: v.string(),
  status: ComicStatus,
  weekdays: v.array(Weekday),
  direction: Direction,
  age: AgeRating,
  count: Count,
} satisfies Record<FieldKind, v.GenericSchema>;
const FIELDS = ofEachField(({ kind, range }) => (kind === 'count' ? countWithin(range) : BY_KIND[kind])) as {
  [Name in FieldName]: (typeof BY_KIND)[(typeof COMIC_FIELDS)[Name]['kind']];
};

/** The fields of a comic that staff edit. */
export const EDITED = {
  title: Name,
  ...FIELDS,
  /** The price of a chapter without one of its own. */
  priceCoins: PriceCoins,
  /** The number of free chapters at the beginning. */
  freeFirst: PriceCoins,
};
export const EditedFields = v.object(EDITED);
export const EDITED_NAMES = Object.keys(EDITED) as (keyof typeof EDITED)[];
export const SomeFields = v.partial(EditedFields);
export type EditedFields = v.InferOutput<typeof EditedFields>;

/** The same as they are stored. Imports, merges and new titles may exceed the limits for staff: a comic gets more than 20 aliases. */
export const StoredFields = v.object({
  title: v.string(),
  ...(ofEachField(({ kind }) => STORED_BY_KIND[kind]) as {
    [Name in FieldName]: (typeof STORED_BY_KIND)[(typeof COMIC_FIELDS)[Name]['kind']];
  }),
  priceCoins: Count,
  freeFirst: Count,
});
export const SomeStored = v.partial(StoredFields);

/** `merged`: the comic was merged into another one, which replaces it. */
export const ComicState = v.picklist(['online', 'offline', 'deleted', 'merged']);

/** The reason of a change, for the audit log. */
export const Reason = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)));

/** The audit entries of a change, as the input of `comics/undo`; empty if nothing changed. */
export const Entries = v.object({ entries: v.array(Id) });
