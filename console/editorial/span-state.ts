/** A time of Shanghai as it is entered; null if there is none. */
function timeOf(text: string): number | null {
  const time = Date.parse(`${text.replace(' ', 'T')}+08:00`);
  return text === '' || Number.isNaN(time) ? null : time;
}

const shown = (time: string) => time.replace('T', ' ').slice(0, 16);

/** Whether something runs; empty if it has no times. */
export function spanState(start: string, end: string, now: Date): string {
  const [from, until] = [timeOf(start), timeOf(end)];
  if (until !== null && until <= now.getTime()) return '已结束';
  if (from !== null && from > now.getTime()) return `${shown(start)} 开始`;
  return until === null ? '' : `到 ${shown(end)}`;
}
