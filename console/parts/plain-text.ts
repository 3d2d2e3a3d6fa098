/** A text, a number, true or false of an unknown field as text; other values, and none, as an empty text. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
