import { shownName } from '../../source/file-names.ts';
import { Unfit } from '../../source/source.ts';
import { damaged, locked, tooManyEntries, tooMuch } from '../select-entries.ts';
import type { Answer } from './engine.ts';
import type { StopReason } from './engine-jobs.ts';

type Listed = Extract<Answer, { kind: 'listed' }>;

/** The engine tells its reasons in English sentences only; those that ask for different advice are told apart here. */
const REASONS: [RegExp, () => Unfit][] = [
  [/wrong password|encrypted archive/i, lockedArchive],
  [/missing volume/i, splitArchive],
  [/allocate|out of memory/i, tooMuchMemory],
  [/unexpected end/i, () => new Unfit('truncated', '压缩包不完整（后半部分缺失），请重新下载')],
];

const STOPPED: Record<StopReason, () => Unfit> = {
  entries: tooManyEntries,
  size: tooMuch,
  memory: tooMuchMemory,
  order: corrupt,
};

/** Why an archive as a whole can't be used, or undefined for one that was listed well. */
export function engineRefusal(answer: Listed): Unfit | undefined;
export function engineRefusal(answer: Answer): Unfit;
export function engineRefusal(answer: Answer): Unfit | undefined {
  if (answer.kind === 'failed') return failure(answer);
  if (answer.kind === 'stopped') return STOPPED[answer.why]();
  if (answer.kind !== 'listed') return corrupt();
  const { archive, entries, said, code } = answer;
  if (archive.Multivolume === '+' || entries.some(({ split }) => split)) return splitArchive();
  if (code < 2) return undefined;
  const text = [...said, ...Object.entries(archive).flat()].join('\n');
  return REASONS.find(([pattern]) => pattern.test(text))?.[1]() ?? corrupt();
}

/** Why one file of an archive can't be used, by what the engine said of it. */
export function troubleOf(said: string | undefined, path: string): Unfit | undefined {
  if (said === undefined) return undefined;
  if (/password/i.test(said)) return locked(path);
  if (/unsupported method/i.test(said)) {
    return new Unfit('unsupported_method', `${shownName(path)} 的压缩方法不受支持，请用普通 ZIP 方式重新打包`);
  }
  return /allocate|memory/i.test(said) ? tooMuchMemory() : damaged(path, said);
}

function failure({ code, message }: Extract<Answer, { kind: 'failed' }>): Unfit {
  const options = { cause: message };
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new Unfit('disk_full', '磁盘空间不足，请清理后再次运行同一命令', options);
  }
  if (code.startsWith('E') && !code.startsWith('ERR_')) {
    return new Unfit('unreadable', '读不了文件，请检查它是否存在、是否有权限读取', options);
  }
  return corrupt(options);
}

export function lockedArchive(): Unfit {
  return new Unfit('encrypted', '压缩包有密码，请去掉密码后重新打包');
}

export function splitArchive(): Unfit {
  return new Unfit('split_archive', '这是分卷压缩包中的一卷，请先合并成一个文件');
}

function tooMuchMemory(): Unfit {
  return new Unfit('unsupported_method', '解压需要的内存太多（字典超过 256 MB），请用较小的字典或普通 ZIP 重新打包');
}

function corrupt(options?: ErrorOptions): Unfit {
  return new Unfit('corrupt_archive', '压缩包已损坏，请重新下载或打包', options);
}
