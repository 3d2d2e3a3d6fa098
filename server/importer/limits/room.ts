import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { diskSpace, sizeText } from '../../operator/disk/disk-space.ts';
import { codeOf, SourceError } from '../source/source-error.ts';

/** The disks that an import writes to, and the space that must stay free there. */
export type Room = { places: readonly string[]; leastBytes: number; space?: typeof diskSpace };

/** Throws if the storage is not writable or a disk is low on space: a full disk would stop the database. */
export async function checkRoom(imageDir: string, room: Room | undefined): Promise<void> {
  await access(imageDir, constants.W_OK).catch((error) => {
    const why = codeOf(error) === 'EROFS' ? '它所在的盘是只读的，请重新挂载' : '请检查它的所有者与权限';
    throw new SourceError('unreadable', `不能写入存放图片的目录 ${imageDir}：${why}`, { cause: error });
  });
  if (!room) return;
  const { places, leastBytes, space = diskSpace } = room;
  for (const place of places) {
    const { freeBytes } = await space(place);
    if (freeBytes < leastBytes)
      throw new SourceError(
        'disk_full',
        `磁盘空间不足：${place} 所在的盘还有 ${sizeText(freeBytes)}，要有 ${sizeText(leastBytes)} 才导入，以免写满后数据库停止。请腾出空间，再运行同一命令`,
      );
  }
}
