import { BadField } from '../../../core/refusal/refusal.ts';
import { readVisibleName } from '../../../core/text/visible-name.ts';

const LONGEST = 20;

/** Normalises a nickname; refuses one that is too long or has invisible characters. */
export function readNickname(given: string): string {
  const nickname = readVisibleName(given, LONGEST);
  if (nickname === null) throw new BadField('nickname');
  return nickname;
}
