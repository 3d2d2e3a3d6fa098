import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openInside, realFolder } from './open-inside.ts';

test('a link is refused even if it leads to another file in the same folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manyu-inside-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.cbz'), '');
  await symlink(join(folder, 'a.cbz'), join(folder, 'b.cbz'));
  const root = await realFolder(folder);
  await (await openInside(join(folder, 'a.cbz'), root)).close();
  await expect(openInside(join(folder, 'b.cbz'), root)).rejects.toMatchObject({ code: 'unsafe_link' });
});
