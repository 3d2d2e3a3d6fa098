import { randomInt } from 'node:crypto';
import { shanghaiTime } from '../../../core/time/shanghai-day.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LETTERS = 9;

/**
 * 21 characters: the second in Shanghai, then 45 random bits. Every channel accepts up to 32 characters, so the number of a
 * refund can add ten.
 */
export function newOrderNumber(now: Date): string {
  const second = shanghaiTime(now).slice(2, 19).replaceAll(/\D/g, '');
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return second + random;
}
