import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const MOST_BYTES = 8 * 1024 * 1024;
/** Higher qualities save about one percent and delay the page. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODINGS: Record<string, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, QUALITY),
  gzip: (text) => promisify(gzip)(text),
};

/** A text with its entity tag, which is weak because it is the same for every encoding. */
export type TaggedText = { text: string; tag: string };

export function tagged(text: string): TaggedText {
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/** A text to send; `status` is 200 unless given. */
export type Text = { type: string; text: string | TaggedText; status?: number; headers?: Record<string, string> };

/** Sends texts compressed and with an entity tag. A client with the same version gets 304. */
export function createTextSender(): (
  request: FastifyRequest,
  reply: FastifyReply,
  text: Text,
) => Promise<FastifyReply> {
  const compressed = new LRUCache<string, Buffer>({ maxSize: MOST_BYTES, sizeCalculation: (bytes) => bytes.length });

  async function compress(tag: string, encoding: string, text: string): Promise<Buffer> {
    const key = `${encoding} ${tag}`;
    const found = compressed.get(key);
    if (found) return found;
    const bytes = (await ENCODINGS[encoding]?.(text)) ?? Buffer.from(text);
    compressed.set(key, bytes);
    return bytes;
  }

  return async (request, reply, { type, text: given, status = 200, headers = {} }) => {
    const { text, tag } = typeof given === 'string' ? tagged(given) : given;
    reply.headers({ 'cache-control': 'no-cache', ...headers, etag: tag, vary: 'accept-encoding' });
    if (status === 200 && matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding'], Object.keys(ENCODINGS));
    reply.code(status).type(`${type}; charset=utf-8`);
    if (encoding === null) return reply.send(text);
    return reply.header('content-encoding', encoding).send(await compress(tag, encoding, text));
  };
}

/** Whether the browser has the version with this tag. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag.replace(/^W\//, '')) ?? false;
}

/** The first of these encodings that the client names without a weight of 0. */
export function encodingFor(accepted: string | string[] | undefined, encodings: readonly string[]): string | null {
  const names = String(accepted ?? '')
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  return encodings.find((encoding) => names.includes(encoding)) ?? null;
}
