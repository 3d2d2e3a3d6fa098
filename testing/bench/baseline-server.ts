import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import { readUserInfo } from './baseline-answers.ts';

/**
 * The baseline: bare node:http in a child process. Sends the bytes of `same` unchanged; for user/info it decrypts the body,
 * runs named SELECTs and encrypts the response.
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
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { token }: { token: string } = JSON.parse(cipher.open(await bodyOf(request)));
    const data = await readUserInfo(pool, token, createHash('sha256').update(token).digest());
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

process.once('message', (orders) => serve(orders as BaselineOrders));
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
