import { serverError, sessionLost, uploadOffset } from '#contract/codes';
import { CHUNK_PATH, OFFSET_HEADER } from '#contract/upload-chunks';
import { Refused } from '../runtime/request.ts';

/** Sends a part of a file. Returns how much of the file the server has; throws `Refused`. */
export async function sendChunk(id: string, offset: number, chunk: Blob, signal: AbortSignal): Promise<number> {
  const response = await fetch(CHUNK_PATH + id, {
    method: 'PUT',
    headers: { [OFFSET_HEADER]: String(offset), 'content-type': 'application/octet-stream' },
    body: chunk,
    signal,
  });
  const { code, message, data } = await response.json();
  if (code === 0 || (code === uploadOffset && data)) return data.received;
  throw new Refused(code, message);
}

/** Whether the same chunk may be accepted later: the server was away, or the person must log in again. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof Refused) || error.code === serverError || error.code === sessionLost;
}
