import { expect, test } from 'vitest';
import { withSingleSlashes } from './single-slashes.ts';

test.each([
  ['/comic/93', '/comic/93'],
  ['//comic/93', '/comic/93'],
  ['/comic///93//?from=//home', '/comic/93/?from=//home'],
  ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example', '/evil.example'],
  ['/\\/\\evil.example', '/evil.example'],
  ['///', '/'],
  ['http://evil.example//x', 'http://evil.example//x'],
])('%s becomes %s', (url, single) => expect(withSingleSlashes(url)).toBe(single));
