import type { IncomingMessage } from 'node:http';

/** Hands over the whole body, at once where there is none; null where it is longer than `mostBytes`. A body cut off is nobody's. */
export function readBody(request: IncomingMessage, mostBytes: number, done: (body: string | null) => void): void {
  const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
  const length = announced === undefined ? undefined : Number(announced);
  if (length === 0 || (length === undefined && encoding === undefined)) done('');
  else if (length !== undefined && length > mostBytes) done(null);
  else collect(request, length, mostBytes, done);
}

function collect(
  request: IncomingMessage,
  length: number | undefined,
  mostBytes: number,
  done: (body: string | null) => void,
): void {
  const chunks: Buffer[] = [];
  let received = 0;
  const end = (body: string | null) => {
    request.off('data', take).off('end', finish);
    done(body);
  };
  // Sealed text is base64: whatever is more than a byte a character is refused anyway.
  const finish = () => end((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('latin1') ?? '');
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received > mostBytes) end(null);
    // The end of the request itself comes a turn of the loop later.
    else if (received === length) finish();
  };
  request.on('data', take).on('end', finish);
}
