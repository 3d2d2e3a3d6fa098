import type { Pool } from 'pg';
import { questionsOf, readParts } from '../../../modules/editorial/editing.ts';
import { countVotes } from '../../../modules/support/support.ts';
import { renderTable } from '../table.ts';

/** Readers' votes on the answers to frequent questions, the least helpful first. */
export async function listQuestions(pool: Pool): Promise<string> {
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
