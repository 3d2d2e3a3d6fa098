/** Why a source is refused. `code` is stable for scripts; the message is one Chinese sentence with advice. */
export class SourceError extends Error {
  readonly code: SourceErrorCode;
  constructor(code: SourceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type SourceErrorCode =
  | 'unsafe_path'
  | 'unsafe_link'
  | 'bad_entry_name'
  | 'header_mismatch'
  | 'nested_archive'
  | 'bomb_size'
  | 'bomb_ratio'
  | 'bomb_entries'
  | 'bomb_pixels'
  | 'timeout'
  | 'no_pages'
  | 'truncated'
  | 'corrupt_archive'
  | 'corrupt_entry'
  | 'split_archive'
  | 'encrypted'
  | 'unsupported_format'
  | 'unsupported_method'
  | 'bad_image'
  | 'no_number'
  | 'conflict'
  | 'unreadable'
  | 'changed'
  | 'not_found'
  | 'disk_full';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** The refusal for an error that is caused by the source or the disk; undefined for a bug. */
export function asSourceError(error: unknown): SourceError | undefined {
  if (error instanceof SourceError) return error;
  if (DISK_FULL.has(codeOf(error))) {
    return new SourceError('disk_full', '磁盘空间不足，请清理后再次运行同一命令', { cause: error });
  }
  return undefined;
}

/** Turns any error with one source into its refusal, so that it does not stop the others. */
export function toSourceError(error: unknown): SourceError {
  const detail = error instanceof Error ? error.message : String(error);
  return asSourceError(error) ?? new SourceError('unreadable', `意外的错误：${detail}`, { cause: error });
}

/** The code of a system or database error; empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
