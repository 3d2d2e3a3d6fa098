const MOST_LISTED = 20;

/** Numbers in their order, with runs of whole numbers joined: `1-3、5`. */
export function numberText(nos: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const no of nos.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && no === last.to + 1) last.to = no;
    else runs.push({ from: no, to: no });
  }
  return cut(runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)));
}

/** A list with its first 20 items. */
export function cut(texts: readonly string[]): string {
  return `${texts.slice(0, MOST_LISTED).join('、')}${texts.length > MOST_LISTED ? `……共 ${texts.length} 项` : ''}`;
}
