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
