import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { differences, type Expected, expectedOf } from '../../testing/sources/expected-comics.ts';
import { readTree } from '../../testing/sources/named-trees.ts';
import { NAMING_CASES } from '../../testing/sources/naming-cases.ts';

test.each(NAMING_CASES)('$what', async (named) => {
  const { tree, expect: expected } = expectedOf(named);
  expect(differences(await readTree(named.root, tree), expected)).toEqual([]);
});

type SharedCase = { id: string; root: string; tree: string[]; expect: Expected };

const file = fileURLToPath(new URL('../../../shared/naming/cases.json', import.meta.url));
const shared: SharedCase[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : [];

describe.skipIf(shared.length === 0)('real folder trees (skipped where ../shared/naming is absent)', () => {
  test.each(shared)('$id', async ({ root, tree, expect: expected }) => {
    expect(differences(await readTree(root, tree), expected)).toEqual([]);
  });
});

test('copies and earlier versions are reported with the file that was used instead', async () => {
  const { refused } = await readTree('漫画', ['甲/第1话.cbz', '甲/第1话 (1).cbz', '甲/第2话.cbz', '甲/第2话 v2.cbz']);
  expect(refused).toEqual([
    { file: '甲/第1话 (1).cbz', reason: expect.stringContaining('第1话.cbz') },
    { file: '甲/第2话.cbz', reason: expect.stringContaining('第2话 v2.cbz') },
  ]);
});
