import { residentBytes } from '../proc-stat.ts';
import type { Stage } from '../stage.ts';
import { figureRow, type Row } from '../table.ts';

const MEGABYTE = 1_000_000;
const GOAL_MB = 220;

/** What the app's process holds in memory once the loads are over. */
export function measureMemory(stage: Stage): Row {
  const megabytes = residentBytes(stage.app.pid) / MEGABYTE;
  return figureRow('memory after the load', megabytes, { atMost: GOAL_MB }, (value) => `${value.toFixed(0)} MB`);
}
