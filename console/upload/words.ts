import type { UploadView } from './queries.ts';

export const STATE_NAMES: Readonly<Record<UploadView['state'], string>> = {
  receiving: '没有传完',
  examining: '正在预演',
  ready: '等待确认',
  importing: '正在导入',
  done: '已导入',
  failed: '失败',
};

export const RESULT_NAMES: Readonly<Record<UploadView['sources'][number]['result'], string>> = {
  new: '新增',
  replaced: '替换',
  updated: '更新设定',
  unchanged: '没有变化',
  refused: '不能导入',
};

/** 1.5 GB, 12.3 MB, 40 KB. */
export function bytesText(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  if (bytes >= 1024 ** 2) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1024)} KB`;
}
