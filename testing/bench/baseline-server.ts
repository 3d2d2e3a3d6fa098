import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import { readComicInfo, readComicRead, readUserInfo } from './baseline-answers.ts';

/**
 * The least a server can do for the same answers: bare node:http. `/same` and `/image` send bytes it was given; the calls
 * open the body, run named SELECTs and seal what they give. A process of its own, which gets what it serves from its parent.
 */
export type BaselineOrders = {
  connection: pg.PoolConfig;
  key: string;
  iv: string;
  /** Path → base64 of the answer. */
  same: Record<string, string>;
};
export type BaselineReady = { port: number };

const TEXT = 'text/plain; charset=utf-8';

function serve({ connection, key, iv, same }: BaselineOrders): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ max: 10, ...connection });
  pool.on('error', () => {});
  const cipher = createCipher(Buffer.from(key), Buffer.from(iv));
  const bytes = new Map(Object.entries(same).map(([path, base64]) => [path, Buffer.from(base64, 'base64')]));
  const calls: Record<string, (payload: unknown, tokenHash: Buffer) => Promise<unknown>> = {
    '/api/user/info': (payload) => {
      const { token } = payload as { token: string };
      return readUserInfo(pool, token, hashOf(token));
    },
    '/api/comic/info': (payload, tokenHash) => readComicInfo(pool, (payload as { id: number }).id, tokenHash),
    '/api/comic/read': (payload, tokenHash) => readComicRead(pool, (payload as { id: number }).id, tokenHash),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = calls[request.url ?? ''];
    const payload: unknown = JSON.parse(cipher.open(await bodyOf(request)));
    const data = await call?.(payload, hashOf((request.headers.authorization ?? '').slice(7)));
    const body = cipher.seal(JSON.stringify({ status: 1, message: 'success', code: 0, data }));
    response.writeHead(200, { 'content-type': TEXT, 'content-length': body.length });
    response.end(body);
  };
  const server = createServer((request, response) => {
    const kept = bytes.get(request.url ?? '');
    if (!kept) {
      answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
      return;
    }
    response.writeHead(200, { 'content-type': TEXT, 'content-length': kept.length });
    response.end(kept);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const ready: BaselineReady = { port: typeof address === 'object' && address ? address.port : 0 };
    process.send?.(ready);
  });
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('latin1');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

process.once('message', (orders) => serve(orders as BaselineOrders));
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
