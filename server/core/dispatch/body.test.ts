import { expect, test } from 'vitest';
import { MAX_BODY_DEPTH } from '#contract/envelope';
import { parseBody } from './body.ts';

const nested = (depth: number, [open, close]: string) => `${open?.repeat(depth)}${close?.repeat(depth)}`;
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('an empty body is an object without fields', () => {
  expect(parseBody('')).toEqual({});
});

test('a body may be nested as deep as the contract allows, and one level more is refused', () => {
  expect(MAX_BODY_DEPTH).toBe(16);
  for (const text of [nested(16, '[]'), objects(16)]) expect(parseBody(text)).toEqual(JSON.parse(text));
  for (const text of [nested(17, '[]'), objects(17), `[${objects(16)}]`, `{"a":${nested(16, '[]')}}`])
    expect(() => parseBody(text)).toThrow('nested too deep');
});

test('any number of siblings is not nesting', () => {
  for (const text of [`[${'[],'.repeat(40)}1]`, `[${'{},'.repeat(40)}1]`, `[${'[{"a":1}],'.repeat(40)}[1]]`])
    expect(parseBody(text)).toEqual(JSON.parse(text));
});

test('brackets in a string are text, also next to quotation marks and backslashes', () => {
  const brackets = '{[}]'.repeat(20);
  for (const value of [brackets, `"${brackets}`, `\\${brackets}`, `\\"${brackets}\\`])
    expect(parseBody(JSON.stringify({ value }))).toEqual({ value });
  const after = `["\\\\",${nested(17, '[]')}]`;
  expect(() => parseBody(after)).toThrow('nested too deep');
  expect(parseBody(`["x",${nested(15, '[]')}]`)).toHaveLength(2);
});

test('an escaped NUL in a string is refused; an escaped backslash before u0000 is text', () => {
  for (const text of ['"\\u0000"', '"a\\u0000b"', '"\\\\\\u0000"', '{"\\u0000":1}'])
    expect(() => parseBody(text)).toThrow('has a NUL');
  expect(parseBody('"\\\\u0000"')).toBe('\\u0000');
  expect(parseBody('"\\u0001"')).toBe('\u0001');
});

test('invalid JSON throws', () => {
  for (const text of ['{', '[1,]', 'undefined', ']', '"']) expect(() => parseBody(text), text).toThrow(SyntaxError);
});
