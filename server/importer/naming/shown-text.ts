import { MAX_NAME, oneLine } from '../text/bounded-text.ts';
import type { Scanned } from './scanned.ts';
import type { Token } from './tokens/token.ts';

/** The text of these tokens between two positions, without tokens about the file. */
export function textOf({ shown }: Scanned, tokens: readonly Token[], from = 0, to = shown.length): string {
  return tokens
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ kind, start, end, bracket }) => {
      if (kind === 'noise' || kind === 'version' || kind === 'copy') return ' ';
      const text = shown.slice(start, end);
      // [上] names the half of the chapter, like （上）.
      return bracket === 'square' && kind === 'part' ? `（${text.slice(1, -1)}）` : text;
    })
    .join('');
}

/** Removes separators at both ends; undefined if nothing is left. */
export function trimmed(text: string): string | undefined {
  const plain = text.replace(/^[\s\-–—~·:：,，、.。|]+/u, '').replace(/(?:[\s\-–—~·:：,，、|]|(?<!\.)\.)+$/u, '');
  const quoted = /^(?:《(.*)》|「(.*)」|『(.*)』)$/u.exec(plain)?.slice(1).join('');
  return oneLine(quoted || plain, MAX_NAME);
}
