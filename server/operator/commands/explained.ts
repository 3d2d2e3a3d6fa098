import type { RefusalName } from '#contract/refusals';
import { Refusal } from '../../core/refusal/refusal.ts';

type Out = { write(text: string): unknown };

/** The command that helps after a refusal. */
const HINTS: Partial<Record<RefusalName, string>> = {
  cannotUndo: '记录见 manyu comics log；要再合并，用 manyu comics merge。',
  comicDeleted: '恢复用 manyu comics undo <记录>，记录见 manyu comics log。',
  comicMerged: '撤回合并用 manyu comics undo <记录>，记录见 manyu comics log。',
  lastOwner: '账号被盗用了：用 reset 重设密码与验证器。',
  partNotUndone: '记录见 manyu editorial log。',
  readerBanned: '先用 unban 启用。',
  readerUnreachable: '要注销用 erase。',
};

/** Returns the exit code of `work`. If it refuses, prints the sentence after `prefix` and a hint, and returns `refusedCode`. */
export async function explained(
  stdout: Out,
  prefix: string,
  work: () => Promise<number>,
  refusedCode = 1,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    stdout.write(`${prefix}${error.message}。${HINTS[error.name] ?? ''}\n`);
    return refusedCode;
  }
}
