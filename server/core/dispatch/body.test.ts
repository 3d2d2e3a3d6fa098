import { expect, test } from 'vitest';
import { MAX_BODY_DEPTH } from '#contract/envelope';
import { parseBody } from './body.ts';

const nested = (depth: number, [open, close]: string) => `${open?.repeat(depth)}${close?.repeat(depth)}`;
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test('an empty body is an object without fields', () => {
  expect(parseBody('')).toEqual({});
});

test('a body may be nested as deep as the contract has it, and not one deeper', () => {
  expect(MAX_BODY_DEPTH).toBe(16);
  for (const text of [nested(16, '[]'), objects(16)]) expect(parseBody(text)).toEqual(JSON.parse(text));
  for (const text of [nested(17, '[]'), objects(17), `[${objects(16)}]`, `{"a":${nested(16, '[]')}}`])
    expect(() => parseBody(text)).toThrow('nested too deep');
});

test('what stands beside one another is not deep, however much there is of it', () => {
  for (const text of [`[${'[],'.repeat(40)}1]`, `[${'{},'.repeat(40)}1]`, `[${'[{"a":1}],'.repeat(40)}[1]]`])
    expect(parseBody(text)).toEqual(JSON.parse(text));
});

test('brackets in a text are text, with quotation marks and backslashes beside them too', () => {
  const brackets = '{[}]'.repeat(20);
  for (const value of [brackets, `"${brackets}`, `\\${brackets}`, `\\"${brackets}\\`])
    expect(parseBody(JSON.stringify({ value }))).toEqual({ value });
  const after = `["\\\\",${nested(17, '[]')}]`;
  expect(() => parseBody(after)).toThrow('nested too deep');
  expect(parseBody(`["x",${nested(15, '[]')}]`)).toHaveLength(2);
});

test('a NUL in a text is refused, and a backslash before its number is text', () => {
  for (const text of ['"\\u0000"', '"a\\u0000b"', '"\\\\\\u0000"', '{"\\u0000":1}'])
    expect(() => parseBody(text)).toThrow('has a NUL');
  expect(parseBody('"\\\\u0000"')).toBe('\\u0000');
  expect(parseBody('"\\u0001"')).toBe('\u0001');
});

test('what is no JSON throws', () => {
  for (const text of ['{', '[1,]', 'undefined', ']', '"']) expect(() => parseBody(text), text).toThrow(SyntaxError);
});
