import type { Schema } from '#contract/call';

/** Numbers at the limits of the columns of PostgreSQL, and those that no id and no count is. */
const NUMBERS = [0, -1, 0.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e308];
const TEXTS = [
  ['', ' ', 'a\ud800', '/\ud800', '\u202e', '🀄'.repeat(100), 'x'.repeat(190), '__proto__', '%', '\\', '1'],
  ['0000-01-01', '9999-12-31', '2026-02-30', '0000-01', '9999-12', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999Z', '2026-11-28T10:00:00 +08', '2026-11-28T10:00:00+0830'],
].flat();
const OTHERS = [null, true, [], {}, [null], { a: 1 }];
const PLACES = ['2026-11-20T00:00:00.000Z', '9998-12-31T23:59:59.999Z', 'x', '1e308', '\ud800', 1, -1];
/** Of lists that are ordered by one, two, three or five values. */
const CURSORS = [
  ...[...PLACES, Number.MAX_SAFE_INTEGER].flatMap((one) => [
    [one],
    ...[...PLACES, Number.MAX_SAFE_INTEGER].flatMap((other) => [
      [one, other],
      [one, other, 1],
      [one, 'x', other],
    ]),
  ]),
  Array(5).fill(Number.MAX_SAFE_INTEGER),
  Array(5).fill(-1),
].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'));

type Path = readonly (string | number)[];

/** The payload with one value in it replaced, in all these ways. Fields that it does not have are added. */
export function variantsOf(schema: Schema, payload: object): { what: string; payload: unknown }[] {
  const fields = 'entries' in schema ? Object.keys(schema.entries as object) : [];
  const whole = { ...Object.fromEntries(fields.map((name) => [name, undefined])), ...payload };
  return pathsIn(whole).flatMap((path) =>
    (path[0] === 'cursor' ? CURSORS : [...NUMBERS, ...TEXTS, ...OTHERS]).map((value) => ({
      what: `${path.join('.')} = ${JSON.stringify(value).slice(0, 80)}`,
      payload: replaced(whole, path, value),
    })),
  );
}

/** Where the values are, those inside others too. */
function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? Number(name) : name;
    return [[step], ...pathsIn(inner).map((path) => [step, ...path])];
  });
}

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(step), replaced(value[Number(step)], rest, by));
  const fields: Record<string, unknown> = { ...(value as object) };
  return { ...fields, [step]: replaced(fields[step], rest, by) };
}
