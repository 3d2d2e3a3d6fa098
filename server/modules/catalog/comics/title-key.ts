/** What two spellings of one series have in common: NFKC, lower case, single spaces. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
