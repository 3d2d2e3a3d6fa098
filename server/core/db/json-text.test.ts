import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

test.each<[string, unknown, string]>([
  ['half a character', { a: ['b\ud800', '\udfffc'] }, '{"a":["b\ufffd","\ufffdc"]}'],
  ['a whole one', { a: '😀' }, '{"a":"😀"}'],
  ['a backslash before the letters of one', { a: '\\ud800' }, '{"a":"\\\\ud800"}'],
  ['other values', [1, null, true, {}], '[1,null,true,{}]'],
])('JSON for PostgreSQL with %s', (_what, value, text) => {
  expect(jsonText(value)).toBe(text);
});
