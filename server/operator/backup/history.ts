import path from 'node:path';
import { type BackupFolder, listBackups } from './backup-folder.ts';
import { type Manifest, readManifest } from './manifest.ts';

export type Size = { rows: number; pictures: number };
/** Facts from the earlier backups in a folder; null if there are none. */
export type History = {
  site: string | null;
  /** The newest backup that has not shrunk itself. */
  baseline: ({ name: string } & Size) | null;
};

/** Reads the manifests, newest first. Skips unreadable ones. */
export async function readHistory(place: BackupFolder): Promise<History> {
  const history: History = { site: null, baseline: null };
  for (const name of (await listBackups(place)).reverse()) {
    const manifest = await readManifest(path.join(place.root, name)).catch(() => null);
    if (!manifest) continue;
    history.site ??= manifest.site ?? null;
    if (!manifest.shrunk) history.baseline ??= { name, ...sizeOf(manifest) };
    if (history.site && history.baseline) break;
  }
  return history;
}

export function sizeOf({ tables, pictures }: Pick<Manifest, 'tables' | 'pictures'>): Size {
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), pictures: pictures.count };
}

/** Whether more than half of the rows or pictures are gone. Then a wrong folder is more likely than an intended change. */
export function isShrunk(before: Size, now: Size): boolean {
  return now.rows * 2 < before.rows || now.pictures * 2 < before.pictures;
}
