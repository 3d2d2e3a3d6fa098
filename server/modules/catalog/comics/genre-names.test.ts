import { expect, test } from 'vitest';
import { chineseGenre, otherGenreNames } from './genre-names.ts';

test.each([
  ['Fantasy', '奇幻'],
  ['slice of life', '日常'],
  ['SCI_FI', '科幻'],
  [' Sci-Fi ', '科幻'],
  ["Boys' Love", '耽美'],
  ['奇幻', '奇幻'],
  ['Clockwork Whimsy', 'Clockwork Whimsy'],
  ['constructor', 'constructor'],
])('the genre %j is shown as %j', (name, shown) => {
  expect(chineseGenre(name)).toBe(shown);
});

test('a Chinese genre is found by its English names too; one without other names only by its own', () => {
  expect(otherGenreNames('科幻')).toContain('Science Fiction');
  expect(otherGenreNames('机关术')).toEqual([]);
  expect(otherGenreNames('constructor')).toEqual([]);
});
