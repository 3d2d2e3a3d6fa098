/** A key that is equal for all spellings of one series: NFKC, lower case, single spaces. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
