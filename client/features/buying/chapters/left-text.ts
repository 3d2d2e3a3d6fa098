/** A duration in the largest unit that fits, rounded up: 2 天, 3 小时, 5 分钟. */
export function leftText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} 分钟`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} 小时` : `${Math.ceil(hours / 24)} 天`;
}
