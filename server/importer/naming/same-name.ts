import { scanned } from './scanned.ts';
import { tokenise } from './tokens/tokenise.ts';

/** A key that is equal for names of the same chapter: 第1话, 第01话 v2 and «第1话 - 副本» have the same key, 第1话 风 another one. */
export function nameKey(name: string, isCopy = false): string {
  const { scan } = scanned(isCopy ? name.replace(/\s*[(（]\d{1,3}[)）]\s*$/, '') : name);
  const tokens = tokenise(scan).filter(({ kind }) => kind !== 'copy' && kind !== 'version' && kind !== 'gap');
  // -1 is before 1, not the same.
  const sign = /^\s*-\d/.test(scan) ? '-' : '';
  const isBare = tokens.every(({ kind }) => kind !== 'text');
  return (
    sign +
    tokens
      .map(({ kind, start, end }) => {
        const text = scan.slice(start, end).replace(/\s+/g, '');
        const isCount = kind === 'chapter' || kind === 'volume' || (kind === 'number' && isBare);
        return isCount ? text.replace(/\d+/g, (digits) => String(Number(digits))) : text;
      })
      .join(' ')
  );
}
