import { listDiskDays } from '../../../modules/operations/operations.ts';
import { daysUntilFull, RATE_DAYS } from '../../disk/days-left.ts';
import { diskSpace, sizeText } from '../../disk/disk-space.ts';
import type { Check, DoctorContext, Finding } from '../finding.ts';

const SOON_DAYS = 14;

/** Checks the free space of each disk and how long it will last. */
export const disk: Check = {
  title: '磁盘',
  isQuick: true,
  async look(context) {
    const places = [context.config.dataDir, ...(context.databaseFolder === null ? [] : [context.databaseFolder])];
    return Promise.all(places.map((place) => lookAt(place, context)));
  },
};

async function lookAt(place: string, { config, pool, now }: DoctorContext): Promise<Finding> {
  const { freeBytes, usedBytes } = await diskSpace(place);
  const daysLeft = daysUntilFull(await listDiskDays(pool, place, RATE_DAYS, now), { freeBytes, usedBytes, now });
  return room(place, config.diskLowBytes, { freeBytes, daysLeft });
}

/** The free space of a folder's disk, without the forecast, which needs the database. */
export async function roomAt(place: string, lowBytes: number): Promise<Finding> {
  const { freeBytes } = await diskSpace(place);
  return room(place, lowBytes, { freeBytes, daysLeft: null });
}

function room(
  place: string,
  lowBytes: number,
  { freeBytes, daysLeft }: { freeBytes: number; daysLeft: number | null },
): Finding {
  const found = `${place} 还有 ${sizeText(freeBytes)}${daysLeft === null ? '' : `，按最近的增长约够 ${daysLeft} 天`}`;
  if (freeBytes < lowBytes)
    return {
      state: 'fault',
      found,
      advice: `少于 ${sizeText(lowBytes)} 时不再导入，写满时数据库会停：请腾出空间，或换更大的盘`,
    };
  if (daysLeft !== null && daysLeft < SOON_DAYS)
    return { state: 'warning', found, advice: '请早些腾出空间，或换更大的盘' };
  return { state: 'good', found };
}
