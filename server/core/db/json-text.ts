/**
 * JSON as a parameter of a statement. Halves of characters become U+FFFD, as the driver writes them in texts: PostgreSQL refuses
 * JSON with them.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? JSON.stringify(value, wellFormed) : text;
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
