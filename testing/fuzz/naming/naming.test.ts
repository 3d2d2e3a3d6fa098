import { expect, test } from 'vitest';
import { howMany, seedOf } from '../../drills/drill.ts';
import { tortureNaming } from './naming-torture.ts';

const NAMES = howMany({ test: 1_000, drill: 20_000 });

test(`no chapter of ${NAMES} made-up names is lost or misread`, { timeout: 300_000 }, async () => {
  const seed = seedOf('the made-up names');
  expect(await tortureNaming({ seed, names: NAMES }), `seed ${seed}`).toEqual([]);
});
