import type { UserInfo } from '#contract/shapes';
import { readStored } from '../../runtime/storage/stored-json.ts';

/**
 * What of a chapter is to be seen in the window: its pictures and where they are, and the colour behind them. `below`: all of it
 * begins below what the phone itself shows at the top of the screen.
 */
export type Sight = { ground: string; below?: true; pictures: readonly SeenPicture[] };

/** From the left upper corner of the window, in CSS pixels. */
export type SeenPicture = { url: string; color: string; left: number; top: number; width: number; height: number };

/** The sight of the chapter that was open last, where its reader left it, and the window it was seen in. */
export type KeptSight = Sight & { readerId: number; path: string; window: readonly [number, number] };

const LIKE = { readerId: 0, path: '', window: [0, 0], ground: '', pictures: [] } as const;

/** What this device shows of the chapter at an address while it is asked for; in 未成年人模式 the server alone decides. */
export function keptSightAt(pathname: string, { id, teen }: Pick<UserInfo, 'id' | 'teen'>): Sight | undefined {
  const kept = readStored<KeptSight>(localStorage, 'sight', LIKE);
  const isTheirs = kept?.readerId === id && !teen && pathname === kept.path;
  return isTheirs && String(kept.window) === String([innerWidth, innerHeight]) ? kept : undefined;
}
