import { expect, test } from 'vitest';
import { decodeName, encodingOfNames } from './name-encoding.ts';

test.each([
  ['gb18030', 'b5da31bbb02e63627a', '第1话.cbz'],
  ['gb18030', 'd5fbb2bfc2febbad', '整部漫画'],
  ['gb18030', 'b7e2b5d72e6a7067', '封底.jpg'],
  ['gb18030', 'b5da31d2b32e6a7067', '第1页.jpg'],
  ['shift_jis', '91e63198622e63627a', '第1話.cbz'],
  ['shift_jis', '836f836b2e6a7067', 'バヌ.jpg'],
  ['big5', 'b2c431b8dc2f3030312e6a7067', '第1話/001.jpg'],
  ['euc-kr', 'b3aab9ab2031c8ad', '나무 1화'],
  ['euc-kr', 'c7a5c1f6312e6a7067', '표지1.jpg'],
  ['utf-8', 'e7acac31e8af9d', '第1话'],
])('bytes of %s are read as %3$s', (encoding, hex, name) => {
  const bytes = Buffer.from(hex, 'hex');
  expect([encodingOfNames([bytes]), decodeName(bytes, encodingOfNames([bytes]))]).toEqual([encoding, name]);
});
