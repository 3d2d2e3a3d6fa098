import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { discover } from './discover/discover.ts';
import { fingerprint } from './read/fingerprint.ts';
import { openSource } from './read/open-source.ts';
import type { FoundSource, MissedSource } from './source/source.ts';

const root = fileURLToPath(new URL('../../../shared/comics/', import.meta.url));
const present = existsSync(`${root}INDEX.json`);

type Listed = {
  file: string;
  sha256: string;
  series: string;
  title: string;
  number: string;
  manga: string;
  pageCount: number;
  pages: { name: string; bytes: number }[];
};

const listed: Listed[] = present ? JSON.parse(readFileSync(`${root}INDEX.json`, 'utf8')) : [];

describe.skipIf(!present)('real comics (skipped where ../shared/comics is absent)', () => {
  test.each(listed)('$file', async ({ file, sha256, series, title, number, manga, pages }) => {
    const found = { kind: 'archive' as const, path: root + file, root: '/', parents: [], bytes: 0 };
    expect((await fingerprint(found)).sha256.toString('hex')).toBe(sha256);
    const source = await openSource(found);
    const direction = manga === 'YesAndRightToLeft' ? 'rtl' : 'strip';
    expect(source.metadata).toMatchObject({ series, title, no: Number(number), direction });
    expect(source.pages.map(({ name, bytes }) => ({ name, bytes }))).toEqual(
      pages.map(({ name, bytes }) => ({ name, bytes })),
    );
    for (const page of source.pages) expect(await page.read()).toHaveLength(page.bytes);
    expect(source.warnings).toEqual([]);
    await source.close();
  });

  test('the whole folder contains every archive and one folder chapter', async () => {
    const found: (FoundSource | MissedSource)[] = [];
    for await (const item of discover([root])) found.push(item);
    expect(found.filter(({ kind }) => kind === 'archive')).toHaveLength(listed.length);
    const folders = found.filter((item): item is FoundSource => item.kind === 'folder');
    expect(folders).toHaveLength(1);
    for (const folder of folders) {
      const source = await openSource(folder);
      expect(source.metadata).toMatchObject({ series: '小辣椒与萝卜头', no: 2, title: '彩虹魔药', direction: 'strip' });
      expect(source.pages).toHaveLength(8);
      await source.close();
    }
  });
});
