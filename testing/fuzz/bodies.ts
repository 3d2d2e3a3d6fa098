import { gzipSync } from 'node:zlib';
import type { Cipher } from '../../server/core/dispatch/cipher.ts';
import type { Random } from '../app/seeded-random.ts';

const LARGE = 'A'.repeat(2 * 1024 * 1024);
const NOT_SEALED = [
  '{"id":1}',
  '漫屿',
  'YWJj',
  '=',
  '====',
  'A===',
  'AAAA=AAA',
  '-_-_',
  '\u0000',
  ' ',
  '\n',
  'null',
  '%00',
];
const NOT_JSON = [
  '',
  '{',
  '}',
  '[',
  '{"a"}',
  '{"a":1,}',
  'undefined',
  '\ufeff{}',
  '{}{}',
  "{'a':1}",
  '{"a":\u0000}',
  '// a\n{}',
];

/** An invalid request body: encrypted JSON, damaged in some way. */
export function spoiledBody(text: string, cipher: Cipher, random: Random): string | Buffer {
  const sealed = cipher.seal(text);
  const at = random.below(sealed.length + 1);
  switch (random.below(12)) {
    case 0:
      return random.oneOf(NOT_SEALED);
    case 1:
      return sealed.slice(0, at);
    case 2:
      return `${sealed.slice(0, at)}${random.oneOf(['=', 'A', '\u0000', '漫', '\n', ' '])}${sealed.slice(at)}`;
    case 3:
      return `${sealed.slice(0, -1)}${random.oneOf(['', '=', '==', 'B'])}`;
    case 4:
      // Removes whole cipher blocks; the rest may still be decrypted.
      return Buffer.from(sealed, 'base64')
        .subarray(16 * random.below(3))
        .toString('base64');
    case 5:
      return cipher.seal(random.oneOf(NOT_JSON));
    case 6:
      return Buffer.from(Array.from({ length: 16 * (1 + random.below(4)) }, () => random.below(256))).toString(
        'base64',
      );
    case 7:
      return random.below(8) === 0 ? LARGE : cipher.seal(JSON.stringify('x'.repeat(49_000)));
    case 8:
      return gzipSync(sealed);
    case 9:
      return Buffer.from(Array.from({ length: 64 }, () => random.below(256)));
    case 10:
      return `${sealed}${sealed}`;
    default:
      return '';
  }
}
