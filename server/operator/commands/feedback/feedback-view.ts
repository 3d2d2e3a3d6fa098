import type { Pool } from 'pg';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import { findComicsMentioned, findManagedChapter } from '../../../modules/catalog/publishing/publishing.ts';
import { findOrder } from '../../../modules/shop/shop.ts';
import type { FeedbackRow, FeedbackState } from '../../../modules/support/support.ts';
import { comicLine } from '../comics/comics-view.ts';

const TYPES = ['账号登录', '充值', '阅读', '活动', '其他', '举报与侵权'];
const COMPLAINT = 5;
const MOST_OF_LINE = 60;
const STATES: Readonly<Record<FeedbackState, string>> = {
  open: '待答复',
  working: '处理中',
  answered: '已答复',
  closed: '已结束',
  withdrawn: '已撤回',
};

/** One line of the list. Withdrawn texts are not shown. */
export function feedbackLine(feedback: FeedbackRow): string {
  const [line = ''] = feedback.state === 'withdrawn' ? [] : feedback.content.split('\n');
  const shown = line.length > MOST_OF_LINE ? `${line.slice(0, MOST_OF_LINE)}…` : line;
  return `${headOf(feedback)}  ${shown}`.trimEnd();
}

/** Everything about one feedback, with its subjects. */
export async function feedbackText(pool: Pool, feedback: FeedbackRow): Promise<string> {
  if (feedback.state === 'withdrawn') return `${headOf(feedback)}\n读者已撤回，内容不再显示。\n`;
  const { content, contact, messages } = feedback;
  const lines = [headOf(feedback), ...(contact ? [`联系方式：${contact}`] : [])];
  if (feedback.pictures.length > 0)
    lines.push(`图片：${feedback.pictures.length} 张，取出来看：manyu feedback pictures ${feedback.id} <文件夹>`);
  lines.push(...(await placeLines(pool, feedback)), '', content);
  for (const { byReader, content: written, at } of messages)
    lines.push('', `${byReader ? '读者又写' : '答复'}（${shanghaiSeconds(new Date(at))}）：`, written);
  lines.push(...(await comicLines(pool, feedback)));
  return `${lines.join('\n')}\n`;
}

function headOf({ id, at, type, readerId, state }: FeedbackRow): string {
  const reader = readerId === null ? '已注销的读者' : `读者 ${readerId}`;
  return `${id}  ${shanghaiSeconds(at)}  ${TYPES[type]}  ${reader}  ${STATES[state]}`;
}

/** The chapter, page and order from where it was written. The reader's app sends them; the order is looked up. */
async function placeLines(pool: Pool, { about, readerId }: FeedbackRow): Promise<string[]> {
  const { chapterId, page, orderId } = about;
  const lines: string[] = [];
  if (chapterId !== undefined) {
    const chapter = await findManagedChapter(pool, chapterId);
    const named = chapter ? `第 ${chapter.no} 话${chapter.title ? `「${chapter.title}」` : ''}` : '已不在';
    lines.push(`话：${chapterId}  ${named}${page === undefined ? '' : `，第 ${page} 页`}`);
  }
  if (orderId !== undefined) {
    const order = await findOrder(pool, orderId);
    const ofOther = order?.readerId === readerId ? '' : '不是这位读者的订单';
    const whose = order ? ofOther : '没有这张订单';
    lines.push(`订单：manyu orders show ${orderId}${whose && `  （${whose}）`}`);
  }
  return lines;
}

/** The comics that it mentions; for a complaint also the commands that take them offline. */
async function comicLines(pool: Pool, { id, type, about, content }: FeedbackRow): Promise<string[]> {
  const address = about.comicId === undefined ? '' : `/comic/${about.comicId} `;
  const comics = await findComicsMentioned(pool, `${address}${content}`);
  if (comics.length === 0) return [];
  const takeDown = type === COMPLAINT ? [`下架：manyu comics offline ${comics[0]?.id} --reason "投诉 ${id}"`] : [];
  return ['', '提到的漫画：', ...comics.map(comicLine), ...takeDown];
}
