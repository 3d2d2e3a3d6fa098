import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { ask, type GatewayAnswer, type GatewayParts, GatewayRefusal, without } from '../gateway.ts';
import { type AliyunKey, canonicalQuery, signedHeaders } from './signing.ts';

export type AliyunApi = { host: string; version: string };

export const AliyunResult = v.object({ Code: v.string(), Message: v.optional(v.string(), '') });

export function createAliyunClient(key: AliyunKey, { host, version }: AliyunApi, parts: GatewayParts) {
  function request(
    action: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<GatewayAnswer> {
    const nonce = randomBytes(16).toString('hex');
    const headers = signedHeaders(key, { host, action, version, query, nonce, at: parts.clock() });
    return ask(parts, `https://${host}/?${canonicalQuery(query)}`, { method: 'POST', headers, signal });
  }

  return {
    request,

    /** Throws unless the answer is OK. */
    async call<Schema extends v.GenericSchema>(
      action: string,
      query: Readonly<Record<string, string>>,
      schema: Schema,
      signal: AbortSignal,
    ): Promise<v.InferOutput<Schema>> {
      const { status, body } = await request(action, query, signal);
      const result = v.safeParse(AliyunResult, body);
      if (!result.success) throw new GatewayRefusal(`HTTP ${status}`, `no answer to ${action}`);
      const { Code, Message } = result.output;
      if (Code !== 'OK') throw new GatewayRefusal(Code, without([key.secret], Message));
      return v.parse(schema, body);
    },
  };
}
