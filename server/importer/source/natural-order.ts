/**
 * Natural order of decoded paths: folder by folder, NFKC, case-insensitive, digits as integers of any length. Code points break
 * ties, so that only equal paths compare as equal.
 */
export function compareNatural(a: string, b: string): number {
  if (a === b) return 0;
  const foldersA = a.split('/');
  const foldersB = b.split('/');
  const shared = Math.min(foldersA.length, foldersB.length);
  for (let i = 0; i < shared; i++) {
    const order = compareSegments(foldersA[i] ?? '', foldersB[i] ?? '');
    if (order !== 0) return order;
  }
  return foldersA.length - foldersB.length || compareCodePoints(a, b);
}

function compareSegments(a: string, b: string): number {
  const partsA = split(a);
  const partsB = split(b);
  const shared = Math.min(partsA.length, partsB.length);
  for (let i = 0; i < shared; i++) {
    const partA = partsA[i] ?? '';
    const partB = partsB[i] ?? '';
    const order = isDigit(partA) && isDigit(partB) ? compareIntegers(partA, partB) : compareCodePoints(partA, partB);
    if (order !== 0) return order;
  }
  return partsA.length - partsB.length;
}

/** Compares by length, then digit by digit: names may contain numbers larger than machine integers. */
function compareIntegers(a: string, b: string): number {
  const bareA = a.replace(/^0+(?=\d)/, '');
  const bareB = b.replace(/^0+(?=\d)/, '');
  return bareA.length - bareB.length || compareCodePoints(bareA, bareB);
}

/** Not UTF-16 order, in which 𠮷 comes before ｅ. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  let i = 0;
  while (i < a.length && i < b.length) {
    const pointA = a.codePointAt(i) ?? 0;
    const pointB = b.codePointAt(i) ?? 0;
    if (pointA !== pointB) return pointA - pointB;
    i += pointA > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

function split(segment: string): string[] {
  return (
    segment
      .normalize('NFKC')
      .toLowerCase()
      .match(/[0-9]+|[^0-9]+/g) ?? []
  );
}

function isDigit(part: string): boolean {
  const first = part.charCodeAt(0);
  return first >= 48 && first <= 57;
}
