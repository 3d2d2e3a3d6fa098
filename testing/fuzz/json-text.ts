/** JSON including forms that JSON.stringify can't write, such as duplicate keys. */
export type Json = null | boolean | number | string | readonly Json[] | Fields | Literal;

/** An object as a list of keys and values. */
export type Fields = { fields: readonly (readonly [string, Json])[] };

/** Raw text, which may be invalid JSON. */
export type Literal = { literal: string };

export function writeJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('literal' in value) return value.literal;
  if ('fields' in value)
    return `{${value.fields.map(([key, each]) => `${JSON.stringify(key)}:${writeJson(each)}`).join(',')}}`;
  return `[${value.map(writeJson).join(',')}]`;
}
