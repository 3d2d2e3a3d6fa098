import { randomBytes, sign, verify } from 'node:crypto';

/** The headers by which both sides of the sandbox know each other. */
export type SignatureHeaders = { 'sandbox-timestamp': string; 'sandbox-nonce': string; 'sandbox-signature': string };

export type SignatureFault = 'signature' | 'time';

const LONGEST_MS = 300_000;
const SECONDS = /^\d{1,12}$/;
const NONCE = /^\w{8,64}$/;

/** Signs a body by RSA-SHA256 over `subject\ntimestamp\nnonce\nbody\n`; the subject says what it is for. */
export function signBody(privateKey: string, subject: string, body: Buffer | string, now: Date): SignatureHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = sign('sha256', signedBytes(subject, timestamp, nonce, body), privateKey).toString('base64');
  return { 'sandbox-timestamp': timestamp, 'sandbox-nonce': nonce, 'sandbox-signature': signature };
}

/** What is wrong with a signature; null = nothing. A signature is good for five minutes. */
export function faultOf(
  publicKey: string,
  subject: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: Buffer },
  now: Date,
): SignatureFault | null {
  const timestamp = headers['sandbox-timestamp'] ?? '';
  const nonce = headers['sandbox-nonce'] ?? '';
  if (!SECONDS.test(timestamp) || !NONCE.test(nonce)) return 'signature';
  const signature = Buffer.from(headers['sandbox-signature'] ?? '', 'base64');
  if (!verify('sha256', signedBytes(subject, timestamp, nonce, body), publicKey, signature)) return 'signature';
  return Math.abs(Number(timestamp) * 1000 - now.getTime()) > LONGEST_MS ? 'time' : null;
}

function signedBytes(subject: string, timestamp: string, nonce: string, body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${subject}\n${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')]);
}
