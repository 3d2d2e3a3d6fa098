import { argsReader, parseOptions, WrongUsage } from '../../../core/command-line/command-line.ts';
import { cleanText } from '../../../modules/support/support.ts';

const MOST_OF_REPLY = 2000;
const USAGE = `用法：manyu feedback [命令]
  list [--open] [--before <编号>]     读者的反馈，新的在前；--open 只列等着答复的
  show <编号>                         一条反馈的全文与往来，它说的漫画、话、页和订单
  pictures <编号> <文件夹>            把图片写进文件夹，没有就新建
  take <编号>                         标为处理中，读者看得到
  reply <编号> "答复" [--close]       答复读者，在读者那里是未读；--close 同时结束
  close <编号>                        结束，读者不能再往下写
  questions                           常见问题的答案对多少读者有帮助，「没有」多的在前
`;

/** A parsed command. */
export type FeedbackArgs =
  | { command: 'list'; open: boolean; before: number | null }
  | { command: 'questions' }
  | { command: 'show'; id: number }
  | { command: 'pictures'; id: number; folder: string }
  | { command: 'take' | 'close'; id: number }
  | { command: 'reply'; id: number; text: string; closes: boolean };

export const readFeedbackArgs = argsReader(USAGE, readOptions);

function readOptions(argv: string[]): FeedbackArgs {
  const { values, positionals } = parseOptions(argv, {
    open: { type: 'boolean' },
    before: { type: 'string' },
    close: { type: 'boolean' },
  });
  const [command = 'list', id, text, ...more] = positionals;
  const before = values.before === undefined ? null : idOf(values.before);
  if (values.close && command !== 'reply') throw new WrongUsage('--close 只用于 reply');
  if (command === 'list' && id === undefined && before !== undefined)
    return { command, open: values.open === true, before };
  if (command === 'questions' && id === undefined) return { command };
  const number = idOf(id);
  if ((command === 'show' || command === 'take' || command === 'close') && number && text === undefined)
    return { command, id: number };
  if (command === 'pictures' && number && text !== undefined && more.length === 0)
    return { command, id: number, folder: text };
  if (command === 'reply' && number && text !== undefined && more.length === 0)
    return { ...readReply(number, text), closes: values.close === true };
  throw new WrongUsage('没有看懂这个命令');
}

function readReply(id: number, written: string): { command: 'reply'; id: number; text: string } {
  const text = cleanText(written);
  if (text === '') throw new WrongUsage('答复是空的');
  if (text.length > MOST_OF_REPLY) throw new WrongUsage(`答复太长：最多 ${MOST_OF_REPLY} 个字`);
  return { command: 'reply', id, text };
}

function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
