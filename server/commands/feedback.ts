import type { Pool } from 'pg';
import { type CommandOutput, parseOptions, readArgs, WrongUsage } from '../core/command-line.ts';
import { readPage } from '../core/paging.ts';
import { comicsSpokenOf, type GovernedComic } from '../modules/catalog/publishing/publishing.ts';
import { cleanText, type FeedbackRow, findFeedback, listFeedback, setReply } from '../modules/support/support.ts';
import { comicLine } from './comics-view.ts';
import type { Command } from './command.ts';
import { listQuestions } from './feedback-questions.ts';

const TYPES = ['账号登录', '充值', '阅读', '活动', '其他', '举报与侵权'];
const PAGE = 50;
const MOST_OF_REPLY = 2000;
const USAGE = `用法：manyu feedback [命令]
  list [--open] [--before <编号>]   读者的反馈，新的在前；--open 只列还没有答复的
  show <编号>                       一条反馈的全文，与它提到的漫画
  reply <编号> "答复"               答复读者；再次答复取代前一次，读者会再看到未读
  questions                         常见问题的答案对多少读者有帮助，帮助少的在前
`;

type Out = { write(text: string): unknown };
export type FeedbackParts = { pool: Pool; stdout: Out; clock: () => Date };

/** A parsed command. */
export type FeedbackArgs =
  | { command: 'list'; open: boolean; before: number | null }
  | { command: 'questions' }
  | { command: 'show'; id: number }
  | { command: 'reply'; id: number; text: string };

export const command: Command<FeedbackArgs> = { readArgs: readFeedbackArgs, run: runFeedback };

export function readFeedbackArgs(argv: string[], output: CommandOutput): FeedbackArgs | number {
  return readArgs(USAGE, output, () => readOptions(argv));
}

function readOptions(argv: string[]): FeedbackArgs | null {
  const { values, positionals } = parseOptions(argv, { open: { type: 'boolean' }, before: { type: 'string' } });
  if (values.help) return null;
  const [command = 'list', id, text, ...more] = positionals;
  const before = values.before === undefined ? null : idOf(values.before);
  if (command === 'list' && id === undefined && before !== undefined)
    return { command, open: values.open === true, before };
  if (command === 'questions' && id === undefined) return { command };
  const number = idOf(id);
  if (command === 'show' && number && text === undefined) return { command, id: number };
  if (command === 'reply' && number && text !== undefined && more.length === 0) return readReply(number, text);
  throw new WrongUsage('没有看懂这个命令');
}

function readReply(id: number, written: string): FeedbackArgs {
  const text = cleanText(written);
  if (text === '') throw new WrongUsage('答复是空的');
  if (text.length > MOST_OF_REPLY) throw new WrongUsage(`答复太长：最多 ${MOST_OF_REPLY} 个字`);
  return { command: 'reply', id, text };
}

/** Lists, shows or replies to feedback; returns the exit code. */
export async function runFeedback(args: FeedbackArgs, { pool, stdout, clock }: FeedbackParts): Promise<number> {
  if (args.command === 'list') return list(pool, stdout, args);
  if (args.command === 'questions') {
    stdout.write(await listQuestions(pool));
    return 0;
  }
  const found =
    args.command === 'reply' ? await setReply(pool, args.id, args.text, clock()) : await findFeedback(pool, args.id);
  if (!found) {
    stdout.write(`没有编号为 ${args.id} 的反馈。\n`);
    return 1;
  }
  stdout.write(
    args.command === 'reply' ? answered(found) : whole(found) + about(found, await comicsSpokenOf(pool, found.content)),
  );
  return 0;
}

async function list(pool: Pool, stdout: Out, { open, before }: { open: boolean; before: number | null }) {
  const { rows, last } = await readPage(PAGE, (limit) => listFeedback(pool, { open, before, size: limit }));
  for (const feedback of rows) {
    const [line = ''] = feedback.content.split('\n');
    const state = feedback.reply === null ? '待答复' : '已答复';
    stdout.write(`${headOf(feedback)}  ${state}  ${line.length > 60 ? `${line.slice(0, 60)}…` : line}\n`);
  }
  if (rows.length === 0) stdout.write(open ? '没有待答复的反馈。\n' : '还没有反馈。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

function headOf({ id, at, type, readerId }: FeedbackRow): string {
  return `${id}  ${timeOf(at)}  ${TYPES[type]}  ${readerId === null ? '已注销的读者' : `读者 ${readerId}`}`;
}

function answered({ id, readerId }: FeedbackRow): string {
  return `已答复 ${id}。${readerId === null ? '读者已注销，看不到答复；联系方式已删去。' : ''}\n`;
}

function whole(feedback: FeedbackRow): string {
  const { content, contact, reply, repliedAt } = feedback;
  const parts = [headOf(feedback), ...(contact ? [`联系方式：${contact}`] : []), '', content];
  if (reply !== null && repliedAt) parts.push('', `答复（${timeOf(repliedAt)}）：`, reply);
  return `${parts.join('\n')}\n`;
}

const COMPLAINT = 5;

/** The comics that it speaks of, and what takes them down where it is a complaint. */
function about({ id, type }: FeedbackRow, comics: readonly GovernedComic[]): string {
  if (comics.length === 0) return '';
  const takeDown = type === COMPLAINT ? [`下架：manyu comics offline ${comics[0]?.id} --reason "投诉 ${id}"`] : [];
  return `${['', '提到的漫画：', ...comics.map(comicLine), ...takeDown].join('\n')}\n`;
}

function timeOf(at: Date): string {
  return at.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
}

function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
