import { ofEachList } from '#contract/comic-fields';
import { ACTION_NAMES } from '#contract/console/audit-words';
import { columnName, HIDDEN_COLUMNS } from '#contract/console/column-names';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import type { Entry, State, Value } from '../../../modules/audit/audit.ts';
import { type ManagedChapter, type ManagedComic, mergeOf } from '../../../modules/catalog/publishing/publishing.ts';
import { numberText } from '../../../pages/merging/number-text.ts';
import { partTitle } from '../../editorial-file/part-names.ts';
import { renderTable } from '../table.ts';

/** The commands use a few other words than the console. */
const ACTION_TEXTS: Readonly<Record<string, string>> = {
  ...ACTION_NAMES,
  follow: '改由文件决定',
  'clear-overrides': '改由文件决定',
  'empty-trash': '清空回收站',
  ban: '停用',
  unban: '启用',
  'end-sessions': '退出所有设备',
  'reset-password': '给重设密码的链接',
};

type ComicLine = Pick<ManagedComic, 'id' | 'title' | 'code' | 'chapters' | 'online' | 'deletedAt'> & {
  mergedInto?: number | null;
};

export function comicLine({ id, title, code, chapters, ...comic }: ComicLine): string {
  return `${id}  ${code}  《${title}》  ${chapters} 话  ${stateOf(comic)}`;
}

/** The deleted chapters of a comic that was not deleted itself; otherwise empty. */
export function deletedChaptersLine({ deletedAt, deletedChapters }: ManagedComic): string {
  return deletedAt === null ? `  删除的话：${numberText(deletedChapters)}\n` : '';
}

function stateOf({
  online,
  deletedAt,
  mergedInto = null,
}: Pick<ManagedComic, 'online' | 'deletedAt'> & { mergedInto?: number | null }): string {
  if (mergedInto !== null) return `已并入 ${mergedInto}`;
  if (deletedAt) return `${shanghaiMinutes(deletedAt)} 删除`;
  return online ? '上架' : '已下架';
}

export function comicDetail(comic: ManagedComic): string {
  const { priceCoins, freeFirst, setByHand, description } = comic;
  const lines = [
    comicLine(comic),
    `价格：${priceCoins === 0 ? '免费' : `${priceCoins} 漫币${freeFirst > 0 ? `，前 ${freeFirst} 话免费` : ''}`}`,
    `状态：${comic.status === 'serial' ? '连载' : '完结'}　分级：${comic.ageRating}　更新日：${comic.weekdays.join('、') || '按最近一话'}`,
    Object.values(ofEachList((field, name) => `${field.name}：${comic[name].join('、')}`)).join('　'),
    ...(description === '' ? [] : [`简介：${description.replaceAll('\n', ' ')}`]),
    ...byHandLine(setByHand),
  ];
  return `${lines.join('\n')}\n`;
}

function byHandLine(columns: readonly string[]): string[] {
  return columns.length === 0 ? [] : [`手工定的，导入不改：${columns.map(columnName).join('、')}`];
}

export function chapterTable(chapters: readonly ManagedChapter[], owners: ReadonlyMap<number, number>): string {
  const header = ['话', '标题', '价格', '发布', '状态', '买过', '手工定的'];
  const rows = chapters.map((chapter) => {
    const { id, no, title, priceCoins, ownPriceCoins, publishedAt, setByHand } = chapter;
    const price = `${priceCoins}${ownPriceCoins === null ? '' : '*'}`;
    const state = `${stateOf(chapter)}${chapter.emptied ? '，图片已清' : ''}`;
    return [
      no,
      title,
      price,
      shanghaiMinutes(publishedAt),
      state,
      owners.get(id) ?? 0,
      setByHand.map(columnName).join('、'),
    ];
  });
  return renderTable([header, ...rows], [0, 2, 5]);
}

/** An entry of the log on one line. */
export function entryLine(entry: Entry, subject: string): string {
  const { id, at, actor, action, reason, undoes, undoneBy } = entry;
  const changes = changesIn(entry);
  const parts = [
    `${id}  ${shanghaiMinutes(at)}  ${actor}  ${ACTION_TEXTS[action] ?? action}${undoes === null ? '' : ` ${undoes}`}  ${subject}`,
    ...(changes.length > 0 ? [changes.join('；')] : []),
    ...(reason === null ? [] : [`因为：${reason}`]),
    ...(undoneBy === null ? [] : [`已由 ${undoneBy} 撤回`]),
  ];
  return `${parts.join('  ')}\n`;
}

function changesIn({ subject, before, after }: Entry): string[] {
  // The values are whole documents, so only their names are listed. The preview of an undo shows the differences.
  if (subject === 'editorial') return Object.keys(after).map(partTitle);
  return Object.keys(after)
    .filter((column) => !HIDDEN_COLUMNS.includes(column))
    .map((column) => {
      if (column === 'merged') return mergeText(before, after);
      if (column === 'cover' || column === 'wide') return '换封面';
      return `${columnName(column)} ${valueText(before[column])} → ${valueText(after[column])}`;
    });
}

function mergeText(before: State, after: State): string {
  const merge = mergeOf({ after });
  if (!merge) return `${valueText(before.merged)} 重新成为一部`;
  const left = merge.left.length > 0 ? `，两边都有的 ${merge.left.length} 话只留一份` : '';
  return `${merge.from} 并入，移来 ${merge.moved.length} 话${left}`;
}

export function actionName(action: string): string {
  return ACTION_TEXTS[action] ?? action;
}

const MOST_CHARACTERS = 40;

/** A value as text, cut to `MOST_CHARACTERS` characters. */
export function valueText(value: Value | Date | undefined): string {
  if (value === null || value === undefined) return '无';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map(valueText).join('、') || '无';
  const shown = plainValue(value);
  if (shown === '') return '无';
  return shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)}…` : shown;
}

function plainValue(value: string | number | object): string {
  if (value instanceof Date) return shanghaiMinutes(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  const isTime = /^\d{4}-\d\d-\d\dT/.test(text);
  return isTime ? shanghaiMinutes(new Date(text)) : text.replaceAll('\n', ' ');
}
