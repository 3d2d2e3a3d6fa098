import { createHash, createHmac } from 'node:crypto';

/** ACS3-HMAC-SHA256, the signature version 3 of Aliyun. */

const ALGORITHM = 'ACS3-HMAC-SHA256';

export type AliyunKey = { id: string; secret: string };

export type AliyunRequest = {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  nonce: string;
  at: Date;
};

/** The query in its signed order and encoding; it must be sent unchanged. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

/** The headers of a request without a body, the signature among them. */
export function signedHeaders(key: AliyunKey, request: AliyunRequest): Record<string, string> {
  const signed: Record<string, string> = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': `${request.at.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', canonicalQuery(request.query), lines.join(''), names, sha256('')].join('\n');
  const signature = createHmac('sha256', key.secret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex');
  const { host: _host, ...sent } = signed;
  return { ...sent, authorization: `${ALGORITHM} Credential=${key.id},SignedHeaders=${names},Signature=${signature}` };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** RFC 3986, which leaves fewer characters alone than `encodeURIComponent`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}
