import * as v from 'valibot';

/** The payload of a list that can grow. */
export const paged = {
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 20),
};
/** The payload of a list that came whole once: who sends no size gets as much as there has always been. */
export const optionallyPaged = {
  cursor: paged.cursor,
  size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50))),
};
/** The answer of a list that can grow: `next` is an opaque cursor, null at the end. */
export function listOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({ list: v.array(item), next: v.nullable(v.string()) });
}
