import { expect, test } from 'vitest';
import { restHalf } from './rest.ts';

test('a backup rests as long as it has worked, but not after every small piece', async () => {
  let time = 0;
  const rests: number[] = [];
  const rest = restHalf(
    () => time,
    async (ms) => {
      rests.push(ms);
      time += ms;
    },
  );
  for (let piece = 0; piece < 100; piece++) {
    time += 7;
    await rest();
  }
  expect(rests).toEqual(Array(33).fill(21));
});
