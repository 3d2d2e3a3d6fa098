import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../../testing/app/app.ts';
import { checkRoom } from '../../importer/limits/room.ts';
import { diskSpace, MEGABYTE, sizeText } from './disk-space.ts';
import { watchDisks } from './disk-watch.ts';
import { createReserve, type Reserve } from './reserve.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-disk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = pino({ level: 'silent' });

/** A disk whose free space the test sets; the reserve takes a part of it. */
function fakeDisk(reserveMb: number) {
  let otherMb = 0;
  let isThere = false;
  const sizeMb = 1000;
  const freeMb = () => sizeMb - otherMb - (isThere ? reserveMb : 0);
  const file: Reserve = {
    bytes: reserveMb * MEGABYTE,
    isThere: async () => isThere,
    make: async () => {
      isThere = true;
    },
    giveUp: async () => {
      isThere = false;
    },
  };
  const watch = watchDisks({
    places: { data: '/data' },
    reserve: { place: '/data', file },
    lowBytes: 200 * MEGABYTE,
    space: async () => ({ freeBytes: freeMb() * MEGABYTE, usedBytes: (sizeMb - freeMb()) * MEGABYTE }),
    log,
  });
  return {
    watch,
    async fill(mb: number) {
      otherMb = mb;
      await watch.look();
      return { isThere, isLow: watch.low().length > 0 };
    },
  };
}

test('the reserve is made while there is room, given up when the disk is full, and made again', async () => {
  const disk = fakeDisk(64);
  expect(await disk.fill(0)).toEqual({ isThere: true, isLow: false });
  expect(await disk.fill(700)).toEqual({ isThere: true, isLow: false });
  expect(await disk.fill(800)).toEqual({ isThere: true, isLow: true });
  expect(await disk.fill(888)).toEqual({ isThere: true, isLow: true });
  expect(await disk.fill(889)).toEqual({ isThere: false, isLow: true });
  expect(await disk.fill(795)).toEqual({ isThere: false, isLow: true });
  // Not at once: it would be given up again.
  expect(await disk.fill(790)).toEqual({ isThere: false, isLow: false });
  expect(await disk.fill(736)).toEqual({ isThere: true, isLow: false });
});

test('a disk that was low from the start has no reserve', async () => {
  expect(await fakeDisk(64).fill(900)).toEqual({ isThere: false, isLow: true });
});

test('the reserve takes its room on the disk, and nothing of a broken one is left', async () => {
  const reserve = createReserve(path.join(folder, 'reserve'), 3 * MEGABYTE + 5);
  expect(await reserve.isThere()).toBe(false);
  await reserve.make();
  const { size, blocks, mode } = await stat(path.join(folder, 'reserve'));
  expect([size, mode & 0o777, blocks * 512 >= size]).toEqual([3 * MEGABYTE + 5, 0o600, true]);
  expect(await reserve.isThere()).toBe(true);
  await reserve.giveUp();
  expect(await reserve.isThere()).toBe(false);
  const nowhere = createReserve(path.join(folder, 'none', 'reserve'), MEGABYTE);
  await expect(nowhere.make()).rejects.toThrow('ENOENT');
});

test('while a disk is low the app is ready but degraded, and comes back by itself', async () => {
  const disk = fakeDisk(64);
  const site = await startTestApp({ disks: disk.watch, metrics: true });
  const ready = async () => {
    const { statusCode, body } = await site.http.inject('/readyz');
    return [statusCode, body];
  };
  await disk.fill(950);
  expect(await ready()).toEqual([200, 'degraded: little room on a disk']);
  expect((await site.http.inject('/metrics')).body).toContain(`manyu_disk_free_bytes{place="data"} ${50 * MEGABYTE}`);
  await disk.fill(0);
  expect(await ready()).toEqual([200, 'ready']);
  await site.close();
});

test('an import is refused where a disk is low, naming it and what it needs', async () => {
  const space = async () => ({ freeBytes: 12 * MEGABYTE, usedBytes: 0 });
  const room = { places: [folder], leastBytes: 512 * MEGABYTE, space };
  await expect(checkRoom(folder, room)).rejects.toMatchObject({
    code: 'disk_full',
    message: `磁盘空间不足：${folder} 所在的盘还有 12 MB，要有 512 MB 才导入，以免写满后数据库停止。请腾出空间，再运行同一命令`,
  });
  await checkRoom(folder, { ...room, leastBytes: 12 * MEGABYTE });
  await checkRoom(folder, undefined);
});

test.each([
  [1.5 * 1024 * MEGABYTE, '1.5 GB'],
  [1023.9 * MEGABYTE, '1023 MB'],
])('%d bytes are written %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

test.skipIf(!isRoot)(
  'on a real disk it is the same, and a read-only one is named (needs root for a tmpfs)',
  async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder]);
    try {
      const file = createReserve(path.join(folder, 'reserve'), 8 * MEGABYTE);
      const place = folder;
      const watch = watchDisks({
        places: { place },
        reserve: { place, file },
        lowBytes: 60 * MEGABYTE,
        space: diskSpace,
        log,
      });
      await watch.look();
      expect(await file.isThere()).toBe(true);
      await writeFile(path.join(folder, 'other'), Buffer.alloc(40 * MEGABYTE));
      await watch.look();
      expect([await file.isThere(), watch.low().map(({ path: at }) => at)]).toEqual([false, [folder]]);
      // A new file uses the room of the reserve.
      await writeFile(path.join(folder, 'wal'), Buffer.alloc(39 * MEGABYTE));
      for (const name of ['wal', 'other']) await rm(path.join(folder, name));
      await watch.look();
      expect([await file.isThere(), watch.low()]).toEqual([true, []]);
      execFileSync('mount', ['-o', 'remount,ro', folder]);
      await expect(checkRoom(folder, undefined)).rejects.toThrow(
        `不能写入存放图片的目录 ${folder}：它所在的盘是只读的，请重新挂载`,
      );
    } finally {
      execFileSync('umount', [folder]);
    }
  },
);
