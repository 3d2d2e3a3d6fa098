import { expect, test } from 'vitest';
import { basePrices } from '../pricing/price-rule.ts';
import { effectiveSettings, isNewSidecar, type SetByHand } from './settings.ts';

const sidecar = {
  sha256: 'a',
  settings: { priceCoins: 30, freeFirst: 1, genres: ['校园'] },
  chapters: new Map([
    [2, { priceCoins: 5 }],
    [3, { priceCoins: 7 }],
  ]),
};
const stored = { priceCoins: 10, freeFirst: 0 };
const known = [1, 2, 3, 4].map((no) => ({ no, ownPriceCoins: no === 2 ? 8 : null }));

/** The prices of chapters 1 to 4 after an import. Before, they are 10, 8, 10 and 10. */
test.each<
  [
    string,
    { applied: string | null; command?: { priceCoins?: number | undefined }; no?: number; byHand?: Partial<SetByHand> },
    number[],
  ]
>([
  ['a sidecar that was never applied', { applied: null }, [0, 5, 7, 30]],
  ['a changed sidecar', { applied: 'b' }, [0, 5, 7, 30]],
  ['a sidecar that was applied before leaves what was set since', { applied: 'a' }, [10, 8, 10, 10]],
  [
    'an added chapter gets its own price from a sidecar that was applied before',
    { applied: 'a', no: 3 },
    [10, 8, 7, 10],
  ],
  ['a replaced chapter gets its own price back', { applied: 'a', no: 2 }, [10, 5, 10, 10]],
  [
    'the command overrides a new sidecar, but no price of a single chapter',
    { applied: null, command: { priceCoins: 2 } },
    [0, 5, 7, 2],
  ],
  ['the command overrides the catalogue', { applied: 'a', command: { priceCoins: 2 } }, [2, 8, 2, 2]],
  ['a missing option overrides nothing', { applied: null, command: { priceCoins: undefined } }, [0, 5, 7, 30]],
  [
    'values that an operator has set stay, whatever the file and the command have',
    { applied: null, command: { priceCoins: 2 }, byHand: { comic: ['price_coins'] } },
    [0, 5, 7, 10],
  ],
  [
    'so does the price of a single chapter',
    { applied: null, byHand: { chapters: new Map([[2, ['own_price_coins']]]) } },
    [0, 8, 7, 30],
  ],
])('%s', (_what, { applied, command = {}, no, byHand }, prices) => {
  const setByHand = { comic: [], chapters: new Map(), ...byHand };
  const settings = effectiveSettings(
    { command, sidecar },
    isNewSidecar(sidecar, { sidecarSha256: applied, mergedSidecars: [] }),
    setByHand,
    no,
  );
  expect([...basePrices(stored, known, [settings]).values()]).toEqual(prices);
});

test('a series without a sidecar, or with an empty one, never counts as new', () => {
  expect(isNewSidecar(undefined, null)).toBe(false);
  expect(isNewSidecar({ sha256: undefined }, { sidecarSha256: 'a', mergedSidecars: [] })).toBe(false);
});

test('the sidecar of a comic that was merged into this one never counts as new', () => {
  const applied = { sidecarSha256: 'a', mergedSidecars: ['b', 'c'] };
  expect(['a', 'b', 'c', 'd'].map((sha256) => isNewSidecar({ sha256 }, applied))).toEqual([false, false, false, true]);
});
