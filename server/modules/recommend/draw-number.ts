/** A number from 0 up to 1, always the same for the same arguments: a random choice by day and reader stays for the day. */
export function drawNumber(...numbers: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const number of numbers) {
    state = Math.imul(state ^ (number | 0) ^ (Math.floor(number / 2 ** 32) | 0), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return (state >>> 0) / 2 ** 32;
}

const DAY_MS = 24 * 3600 * 1000;
const SHANGHAI_MS = 8 * 3600 * 1000;

/** The number of a day (Asia/Shanghai): each day has another draw. */
export function dayNumber(now: Date): number {
  return Math.floor((now.getTime() + SHANGHAI_MS) / DAY_MS);
}
