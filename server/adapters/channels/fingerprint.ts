import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { isKeyItself } from './config-keys.ts';
import { readCertificates, readPrivateKey, readPublicKey } from './keys.ts';

const SHOWN = 16;

/**
 * The fingerprint by which a person compares a key or certificate: the beginning of the SHA-256 of its public part, and its
 * expiry. Null if it can't be read.
 */
export async function fingerprintOf(value: string, folder: string): Promise<string | null> {
  const text = isKeyItself(value) ? value : await readFile(path.resolve(folder, value), 'utf8').catch(() => '');
  const [certificate] = readCertificates(text);
  if (certificate) {
    const print = certificate.fingerprint256.replaceAll(':', '').slice(0, SHOWN).toLowerCase();
    return `指纹 ${print}，${shanghaiDay(certificate.validToDate)} 到期`;
  }
  const secret = readPrivateKey(text);
  const key: KeyObject | null = secret ? createPublicKey(secret) : readPublicKey(text);
  if (!key) return null;
  const print = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  return `指纹 ${print.slice(0, SHOWN)}`;
}
