import * as v from 'valibot';

/** The payload of a list with pages. */
export const paged = {
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 20),
};
/** The payload of a list that had no pages in earlier versions: without a size the answer is as long as it was then. */
export const optionallyPaged = {
  cursor: paged.cursor,
  size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50))),
};
/** The answer of a list with pages. `next`: an opaque cursor, null at the end. */
export function listOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ list: v.array(item), next: v.nullable(v.string()) });
}
