import { bytesText } from '../text/format/bytes-text.ts';
import type { Download, Fault } from './download.ts';

const FAULTS: Record<Fault, string> = {
  locked: '现在需要购买，没有下载完',
  gone: '这一话已下架',
  refused: '现在不能下载这一话',
  pages: '有几页没有下载成功',
  space: '设备空间不足',
};

/** The text of a download. `now` is the server's time. */
export function downloadText(download: Download, now: number): string {
  const { state, fault, pictures, held, bytes } = download;
  const part = pictures > 0 ? ` ${Math.round((held / pictures) * 100)}%` : '';
  if (state === 'failed') return FAULTS[fault ?? 'refused'];
  if (state === 'paused') return `已暂停${part}`;
  if (state === 'waiting') return part === '' ? '等待下载' : `下载中${part}`;
  return hasEnded(download, now) ? '限免已结束' : bytesText(bytes);
}

type Unfinished = Pick<Download, 'state' | 'pictures' | 'held'>;

/** The downloaded part of these chapters, each as large as the others. Its pictures are not known before it begins. */
export function shareOf(downloads: readonly Unfinished[]): number {
  const parts = downloads.map(({ pictures, held }) => (pictures > 0 ? held / pictures : 0));
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
}

/** The unfinished downloads of a comic as text: the running ones, otherwise those that the reader can continue. */
export function unfinishedText(downloads: readonly Unfinished[]): string {
  const count = (wanted: Download['state']) => downloads.filter(({ state }) => state === wanted).length;
  const [waiting, failed] = [count('waiting'), count('failed')];
  if (waiting > 0) return `正在下载 ${waiting} 话`;
  return failed > 0 ? `${failed} 话没有下载完` : `${downloads.length} 话已暂停`;
}

/** Whether the free period of a chapter is over. */
export function hasEnded({ until }: Pick<Download, 'until'>, now: number): boolean {
  return until !== null && Date.parse(until) <= now;
}

/** The estimated bytes of a page before anything has been downloaded: pages of the demo have 47 kB, of imported comics 100 to 150 kB. */
const TYPICAL_PAGE_BYTES = 100_000;

/** The estimated bytes of this many pages of a comic, from the average of its downloaded ones, or else of all. */
export function expectedBytes(comicId: number, pages: number, known: readonly Download[]): number {
  const done = known.filter(({ state, held }) => state === 'done' && held > 0);
  const own = done.filter(({ comic }) => comic.id === comicId);
  const alike = own.length > 0 ? own : done;
  const sum = (part: (one: Download) => number) => alike.reduce((all, one) => all + part(one), 0);
  // A long page has several pictures. Earlier versions stored no number of pages.
  const each = alike.length > 0 ? sum(({ bytes }) => bytes) / sum((one) => one.pages ?? one.held) : TYPICAL_PAGE_BYTES;
  return Math.round(pages * each);
}
