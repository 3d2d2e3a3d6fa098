import { expect, test } from 'vitest';
import { ComicCard } from './comic-card.tsx';
import { cardsOf, InfoCard } from './info-card.tsx';

test('only a list of one to four comics has large cards', () => {
  const large = (isWhole: boolean) => [0, 1, 4, 5].filter((count) => cardsOf(count, isWhole).Card === InfoCard);
  expect([large(true), large(false)]).toEqual([[1, 4], []]);
  expect(cardsOf(5, true).Card).toBe(ComicCard);
});
