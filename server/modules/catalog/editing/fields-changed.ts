/** Thrown when fields of a form were changed by another person; has their current values. */
export class FieldsChanged extends Error {
  readonly current: Readonly<Record<string, unknown>>;
  constructor(current: Readonly<Record<string, unknown>>) {
    super('fields were changed since');
    this.current = current;
  }
}

/** The fields of `change` whose current value is neither that of `base` nor the wanted one; null if there are none. */
export function staleFields<Fields extends object>(
  current: Fields,
  base: Partial<Fields>,
  change: Partial<Fields>,
): Partial<Fields> | null {
  const stale = (Object.keys(change) as (keyof Fields)[]).filter(
    (name) => change[name] !== undefined && !isSame(current[name], base[name]) && !isSame(current[name], change[name]),
  );
  if (stale.length === 0) return null;
  return Object.fromEntries(stale.map((name) => [name, current[name]])) as Partial<Fields>;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
