/** Punctuation that can't begin a line. */
const HANGS = /^[，。！？…、；：”》）—]/;
/** Punctuation after which a line ends best. */
const PAUSES = /[，。！？…—]$/;

/** Breaks a text into lines of at most `most` letters, preferably after a comma and of similar lengths. */
export function wrapped(text: string, most: number): string[] {
  const letters = [...text];
  /** For each letter, the best way to break the text from there to its end. */
  const ways: { cost: number; lines: string[] }[] = [];
  ways[letters.length] = { cost: 0, lines: [] };
  for (let from = letters.length - 1; from >= 0; from--) {
    for (let to = from + 1; to <= letters.length; to++) {
      const line = letters.slice(from, to).join('');
      const rest = ways[to];
      if (rest === undefined || HANGS.test(letters.slice(to).join(''))) continue;
      const cost = costOf(line, most, to === letters.length) + rest.cost;
      if (cost < (ways[from]?.cost ?? Number.POSITIVE_INFINITY)) ways[from] = { cost, lines: [line, ...rest.lines] };
    }
  }
  return ways[0]?.lines ?? [];
}

function costOf(line: string, most: number, isLast: boolean): number {
  const length = [...line.replace(PAUSES, '')].length;
  const tooLong = Math.max(0, length - most) * 100;
  const ends = isLast || PAUSES.test(line);
  const lonely = length <= 2 && (isLast || !ends) ? 30 : 0;
  const short = (most - Math.min(most, length)) ** 2 * (ends ? 0.3 : 0.6);
  // Each line costs something, so that a short text stays on one.
  return 24 + tooLong + lonely + short + (ends ? 0 : 18);
}
