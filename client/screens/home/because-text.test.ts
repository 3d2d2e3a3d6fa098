import { expect, test } from 'vitest';
import { becauseText } from './because-text.ts';

const comic = (title: string, read: boolean) => ({ id: 1, title, read });

test('a list names the comics it is based on, read ones before favorites', () => {
  expect(becauseText([comic('甲', true)])).toBe('因为你读过《甲》');
  expect(becauseText([comic('甲', false), comic('乙', true)])).toBe('因为你读过《乙》');
  expect(becauseText([comic('甲', false), comic('乙', false)])).toBe('因为你收藏了《甲》《乙》');
});
