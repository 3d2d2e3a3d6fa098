import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { transaction } from '../../../core/db/db.ts';
import { readPage } from '../../../core/refusal/paging.ts';
import { questionsOf, readParts } from '../../../modules/editorial/editing.ts';
import {
  closeFeedback,
  countVotes,
  findFeedback,
  listFeedback,
  picturesOfFeedback,
  replyToFeedback,
  takeFeedback,
} from '../../../modules/support/support.ts';
import type { Command } from '../command.ts';
import { explained } from '../explained.ts';
import { renderTable } from '../table.ts';
import { type FeedbackArgs, readFeedbackArgs } from './feedback-args.ts';
import { feedbackLine, feedbackText } from './feedback-view.ts';

const PAGE = 50;

type Out = { write(text: string): unknown };
export type FeedbackParts = { pool: Pool; stdout: Out; clock: () => Date };
type MarkArgs = { command: 'take' | 'close'; id: number };
type ArgsOf<Name extends FeedbackArgs['command']> = Extract<FeedbackArgs, { command: Name }>;

export const command: Command<FeedbackArgs> = { readArgs: readFeedbackArgs, run: runFeedback };

/** Lists, shows or replies to feedback; returns the exit code. */
export async function runFeedback(args: FeedbackArgs, parts: FeedbackParts): Promise<number> {
  const { pool, stdout } = parts;
  if (args.command === 'list') return list(pool, stdout, args);
  if (args.command === 'questions') {
    stdout.write(await listQuestions(pool));
    return 0;
  }
  const found = await findFeedback(pool, args.id);
  if (!found) {
    stdout.write(`没有编号为 ${args.id} 的反馈。\n`);
    return 1;
  }
  if (args.command === 'show') {
    stdout.write(await feedbackText(pool, found));
    return 0;
  }
  if (args.command === 'pictures') return savePictures(pool, stdout, args);
  return explained(stdout, '', async () => {
    stdout.write(await (args.command === 'reply' ? reply(parts, args) : mark(parts, args)));
    return 0;
  });
}

async function list(pool: Pool, stdout: Out, { open, before }: ArgsOf<'list'>) {
  const states = open ? (['open', 'working'] as const) : null;
  const { rows, last } = await readPage(PAGE, (limit) => listFeedback(pool, states, before, limit));
  for (const feedback of rows) stdout.write(`${feedbackLine(feedback)}\n`);
  if (rows.length === 0) stdout.write(open ? '没有待答复的反馈。\n' : '还没有反馈。\n');
  if (last) stdout.write(`还有更早的：--before ${last.id}\n`);
  return 0;
}

async function savePictures(pool: Pool, stdout: Out, { id, folder }: ArgsOf<'pictures'>): Promise<number> {
  const pictures = await picturesOfFeedback(pool, id);
  if (pictures.length === 0) {
    stdout.write(`反馈 ${id} 没有图片。\n`);
    return 1;
  }
  await mkdir(folder, { recursive: true });
  for (const [index, { image }] of pictures.entries()) {
    const file = path.join(folder, `${id}-${index + 1}.webp`);
    await writeFile(file, image);
    stdout.write(`${file}\n`);
  }
  return 0;
}

async function reply({ pool, clock }: FeedbackParts, { id, text, closes }: ArgsOf<'reply'>): Promise<string> {
  const wish = { text, closes };
  const readerId = await transaction(pool, (tx) => replyToFeedback(tx, operatorName(), id, wish, clock()));
  const gone = readerId === null ? '读者已注销，看不到答复；联系方式已删除。' : '';
  return `已答复 ${id}。${closes ? '已结束。' : ''}${gone}\n`;
}

async function mark({ pool, clock }: FeedbackParts, { command, id }: MarkArgs): Promise<string> {
  await transaction(pool, (tx) =>
    command === 'take'
      ? takeFeedback(tx, operatorName(), id, null, clock())
      : closeFeedback(tx, operatorName(), id, clock()),
  );
  return `${id} ${command === 'take' ? '处理中' : '已结束'}。\n`;
}

/** Readers' votes on the answers to frequent questions, the least helpful first. */
async function listQuestions(pool: Pool): Promise<string> {
  const questions = new Map(questionsOf((await readParts(pool)).faq).map(({ key, question }) => [key, question]));
  const counts = await countVotes(pool);
  if (counts.length === 0) return '还没有读者说过常见问题有没有帮助。\n';
  const rows = counts.map(({ key, helpful, unhelpful }) => [
    helpful,
    unhelpful,
    `${Math.round((100 * helpful) / (helpful + unhelpful))}%`,
    key,
    questions.get(key) ?? '（已不在常见问题里）',
  ]);
  return renderTable([['有帮助', '没有', '有帮助的占', '地址里的 q', '问题'], ...rows], [0, 1, 2]);
}
