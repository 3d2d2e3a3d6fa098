import { shownName } from '../../source/file-names.ts';
import { SourceError } from '../../source/source-error.ts';
import { damagedEntryError, encryptedEntryError, tooManyEntriesError, totalTooBigError } from '../select-entries.ts';
import type { EngineResult } from './engine.ts';
import type { StopReason } from './engine-jobs.ts';

type Listed = Extract<EngineResult, { kind: 'listed' }>;

/** The engine reports errors as English sentences. The ones with a specific advice are recognised here. */
const REASONS: [RegExp, () => SourceError][] = [
  [/wrong password|encrypted archive/i, encryptedArchiveError],
  [/missing volume/i, splitArchiveError],
  [/allocate|out of memory/i, tooMuchMemoryError],
  [/unexpected end/i, () => new SourceError('truncated', '压缩包不完整（后半部分缺失），请重新下载')],
];

const STOPPED: Record<StopReason, () => SourceError> = {
  entries: tooManyEntriesError,
  size: totalTooBigError,
  memory: tooMuchMemoryError,
  order: corruptArchiveError,
};

/** Why the whole archive can't be used; undefined if it was listed without errors. */
export function engineError(result: Listed): SourceError | undefined;
export function engineError(result: EngineResult): SourceError;
export function engineError(result: EngineResult): SourceError | undefined {
  if (result.kind === 'failed') return failureError(result);
  if (result.kind === 'stopped') return STOPPED[result.why]();
  if (result.kind !== 'listed') return corruptArchiveError();
  const { archive, entries, consoleLines, code } = result;
  if (archive.Multivolume === '+' || entries.some(({ split }) => split)) return splitArchiveError();
  if (code < 2) return undefined;
  const text = [...consoleLines, ...Object.entries(archive).flat()].join('\n');
  return REASONS.find(([pattern]) => pattern.test(text))?.[1]() ?? corruptArchiveError();
}

/** Why one file of an archive can't be used, from the engine's error line. */
export function entryError(message: string | undefined, path: string): SourceError | undefined {
  if (message === undefined) return undefined;
  if (/password/i.test(message)) return encryptedEntryError(path);
  if (/unsupported method/i.test(message)) {
    return new SourceError('unsupported_method', `${shownName(path)} 的压缩方法不受支持，请用普通 ZIP 方式重新打包`);
  }
  return /allocate|memory/i.test(message) ? tooMuchMemoryError() : damagedEntryError(path, message);
}

function failureError({ code, message }: Extract<EngineResult, { kind: 'failed' }>): SourceError {
  const options = { cause: message };
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new SourceError('disk_full', '磁盘空间不足，请清理后再次运行同一命令', options);
  }
  if (code.startsWith('E') && !code.startsWith('ERR_')) {
    return new SourceError('unreadable', '读不了文件，请检查它是否存在、是否有权限读取', options);
  }
  return corruptArchiveError(options);
}

export function encryptedArchiveError(): SourceError {
  return new SourceError('encrypted', '压缩包有密码，请去掉密码后重新打包');
}

export function splitArchiveError(): SourceError {
  return new SourceError('split_archive', '这是分卷压缩包中的一卷，请先合并成一个文件');
}

function tooMuchMemoryError(): SourceError {
  return new SourceError(
    'unsupported_method',
    '解压需要的内存太多（字典超过 256 MB），请用较小的字典或普通 ZIP 重新打包',
  );
}

function corruptArchiveError(options?: ErrorOptions): SourceError {
  return new SourceError('corrupt_archive', '压缩包已损坏，请重新下载或打包', options);
}
