const TIME = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment in Shanghai: 2026-11-26 12:00. */
export function timeText(iso: string): string {
  return TIME.format(new Date(iso)).replaceAll('/', '-');
}

/** A moment as a field of type datetime-local has it, in Shanghai. */
export function toLocalTime(iso: string): string {
  return timeText(iso).replace(' ', 'T');
}

/** The moment in such a field. Shanghai has no summer time. */
export function readLocalTime(local: string): string {
  return new Date(`${local.slice(0, 16)}:00+08:00`).toISOString();
}
