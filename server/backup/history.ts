import path from 'node:path';
import { type BackupFolder, listBackups } from './backup-folder.ts';
import { type Manifest, readManifest } from './manifest.ts';

export type Size = { rows: number; pictures: number };
/** What the backups that are in a folder already say; null where there is none that says it. */
export type History = {
  site: string | null;
  /** The newest one that is not itself shrunk. */
  baseline: ({ name: string } & Size) | null;
};

/** Reads the manifests from the newest on, and passes over those that can't be read. */
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

/** Whether more than half of the rows or of the pictures is gone: more likely a wrong folder than what somebody wanted. */
export function isShrunk(before: Size, now: Size): boolean {
  return now.rows * 2 < before.rows || now.pictures * 2 < before.pictures;
}
