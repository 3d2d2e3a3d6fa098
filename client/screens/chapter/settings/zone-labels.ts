import { type TapAction, type TapZones, tapAction } from './tap-zones.ts';

/** One of the nine parts of the screen, and its action; `labelled`: it carries the label of its zone. */
export type ZoneCell = { x: number; y: number; action: TapAction; labelled: boolean };

const THIRDS = [0, 1, 2];

/** The nine parts of the screen in rows. Parts with the same action that touch are one zone, which has one label, in its middle. */
export function zoneCells(zones: TapZones): ZoneCell[] {
  const cells = THIRDS.flatMap((y) =>
    THIRDS.map((x) => ({ x, y, action: tapAction(zones, (x + 0.5) / 3, (y + 0.5) / 3), labelled: false })),
  );
  const left = new Set(cells);
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const zone = [first];
    // The loop also visits elements that are added while it runs.
    for (const cell of zone) {
      for (const other of left) {
        if (other.action !== cell.action || Math.abs(other.x - cell.x) + Math.abs(other.y - cell.y) !== 1) continue;
        left.delete(other);
        zone.push(other);
      }
    }
    const middle = zone.toSorted((a, b) => a.y - b.y || a.x - b.x)[Math.floor(zone.length / 2)];
    if (middle) middle.labelled = true;
  }
  return cells;
}
