const LATER_HALF = /(?:^|[\s（(·:：-])(?:(下)|(中)|[后後][篇编編]|(中)[篇编編])\s*[篇集部]?\s*[)）]?$/u;

/** The number of 重逢（下） if 重逢（上） has `no`; undefined for other titles. */
export function laterHalf(title: string | undefined, no: number): number | undefined {
  const half = LATER_HALF.exec(title ?? '');
  if (half === null || !Number.isInteger(no)) return undefined;
  return no + ((half[2] ?? half[3]) ? 0.3 : 0.5);
}
