/** A date, or a date and time, in Shanghai's time zone unless it has one. Undefined if it is invalid. */
export function readShanghaiTime(text: string): Date | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text);
  const [, day, clock = '00:00', zone = '+08:00'] = parts ?? [];
  const read = new Date(`${day}T${clock}${zone}`);
  const asTyped = new Date(`${day}T00:00Z`);
  // `Date` accepts 2026-02-31 as a day in March.
  return Number.isNaN(read.getTime()) || asTyped.toISOString().slice(0, 10) !== day ? undefined : read;
}
