import { createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { BadNotificationReason } from '../../../modules/shop/shop.ts';

export type Merchant = { id: string; certificateSerial: string; privateKey: KeyObject };

/** The signed parts of a request: its method, its path with the query, and its body. */
export type SignedRequest = { method: string; path: string; body: string };

/** The header that identifies the shop. */
export function authorization(merchant: Merchant, { method, path, body }: SignedRequest, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(16).toString('hex');
  const text = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
  const signature = sign('sha256', Buffer.from(text), merchant.privateKey).toString('base64');
  const { id, certificateSerial } = merchant;
  return `WECHATPAY2-SHA256-RSA2048 mchid="${id}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${certificateSerial}"`;
}

/** Finds the key with a serial number; `null` if there is none. */
export type FindKey = (serial: string) => Promise<KeyObject | null>;

export type SignedMessage = { headers: Readonly<Record<string, string>>; body: Buffer };

const LONGEST_MS = 300_000;
const SECONDS = /^\d{1,12}$/;
/** WeChat sends such signatures to test that they are refused. */
const PROBE = 'WECHATPAY/SIGNTEST/';

/** The fault of WeChat's signature on an answer or a notification; `null` if it is valid. */
export async function faultOf(
  { headers, body }: SignedMessage,
  findKey: FindKey,
  now: Date,
): Promise<BadNotificationReason | null> {
  const [timestamp = '', nonce = ''] = [headers['wechatpay-timestamp'], headers['wechatpay-nonce']];
  const signature = headers['wechatpay-signature'] ?? '';
  if (signature.startsWith(PROBE)) return 'probe';
  const bytes = Buffer.from(signature, 'base64');
  // The decoder accepts variants of Base64; only the canonical form is valid here.
  const isWritten =
    SECONDS.test(timestamp) && nonce !== '' && bytes.length > 0 && bytes.toString('base64') === signature;
  if (!isWritten) return 'signature';
  // Checked before the key, which may need a download, so that old messages cost little.
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > LONGEST_MS) return 'time';
  const key = await findKey(headers['wechatpay-serial'] ?? '');
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return key && verify('sha256', text, key, bytes) ? null : 'signature';
}

export type Sealed = { ciphertext: string; nonce: string; associated_data?: string | undefined };

const TAG_BYTES = 16;

/** Decrypts with the key of API v3; throws if that fails. */
export function open(key: Buffer, { ciphertext, nonce, associated_data = '' }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated_data)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
