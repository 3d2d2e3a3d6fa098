/** What becomes JSON: more than JSON.stringify can write, such as the same key twice. */
export type Json = null | boolean | number | string | readonly Json[] | Fields | Literal;

/** An object as it is written, key by key. */
export type Fields = { fields: readonly (readonly [string, Json])[] };

/** Text taken as it is, JSON or not. */
export type Literal = { literal: string };

export function writeJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('literal' in value) return value.literal;
  if ('fields' in value)
    return `{${value.fields.map(([key, each]) => `${JSON.stringify(key)}:${writeJson(each)}`).join(',')}}`;
  return `[${value.map(writeJson).join(',')}]`;
}
