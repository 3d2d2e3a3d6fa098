import { createHash, createHmac } from 'node:crypto';

/** TC3-HMAC-SHA256, the signature version 3 of Tencent Cloud. */

const ALGORITHM = 'TC3-HMAC-SHA256';
export const CONTENT_TYPE = 'application/json; charset=utf-8';

export type TencentKey = { id: string; secret: string };

export type TencentRequest = { host: string; service: string; action: string; body: string; at: Date };

/** The value of the header `Authorization` of a JSON request. */
export function authorization(key: TencentKey, { host, service, action, body, at }: TencentRequest): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const day = at.toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const names = 'content-type;host;x-tc-action';
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ['POST', '/', '', headers, names, sha256(body)].join('\n');
  const signingKey = [day, service, 'tc3_request'].reduce<Buffer | string>(hmac, `TC3${key.secret}`);
  const signature = hmac(signingKey, [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n')).toString('hex');
  return `${ALGORITHM} Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
