import type { IncomingMessage } from 'node:http';
import type { OpenShares } from './open-shares.ts';

type Done = (body: string | null) => void;

/**
 * Calls `done` with the whole body, at once if there is none, or with null if it is longer than `mostBytes`. `done` is not
 * called for an aborted body.
 */
export type ReadBody = (request: IncomingMessage, mostBytes: number, done: Done) => void;

/** `shares` limits the memory of incomplete bodies. */
export function createBodyReader(shares: OpenShares, addressOf: (request: IncomingMessage) => string): ReadBody {
  /** Counts a body until it is complete or the connection has ended. */
  function counted(request: IncomingMessage, bytes: number, done: Done): Done {
    const end = shares.open(addressOf(request), bytes, () => request.destroy());
    request.once('close', end);
    return (body) => {
      request.off('close', end);
      end();
      done(body);
    };
  }

  return (request, mostBytes, done) => {
    const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
    if (announced === undefined && encoding !== undefined) {
      readPieces(request, mostBytes, counted(request, mostBytes, done));
      return;
    }
    const length = Number(announced ?? 0);
    if (length === 0) done('');
    else if (length > mostBytes) done(null);
    else readAnnounced(request, length, counted(request, length, done));
  };
}

function readAnnounced(request: IncomingMessage, length: number, done: Done): void {
  const chunks: Buffer[] = [];
  let received = 0;
  // The request's own `end` event comes one iteration of the event loop later.
  request.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received === length) done(textOf(chunks));
  });
}

function readPieces(request: IncomingMessage, mostBytes: number, done: Done): void {
  const chunks: Buffer[] = [];
  let received = 0;
  const end = (body: string | null) => {
    request.off('data', take).off('end', finish);
    done(body);
  };
  const finish = () => end(textOf(chunks));
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received > mostBytes) end(null);
  };
  request.on('data', take).on('end', finish);
}

/** Headers by lower-case name. Several values are joined. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}

/** Sealed text is base64. Text with other characters is refused later. */
function textOf(chunks: Buffer[]): string {
  const [only] = chunks;
  return only && chunks.length === 1 ? only.toString('latin1') : Buffer.concat(chunks).toString('latin1');
}
