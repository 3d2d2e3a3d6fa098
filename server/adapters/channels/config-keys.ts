import type { KeyObject, X509Certificate } from 'node:crypto';
import path from 'node:path';
import type { YamlSource } from '../../core/files/yaml-source.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { readOpenFile, readSecretFile, UnusableFile } from '../secret-file.ts';
import { readCertificates, readPrivateKey, readPublicKey } from './keys.ts';

/** Reads the keys that a channel's fields name, and records their mistakes. */
export type KeyReader = ReturnType<typeof createKeyReader>;

/** Longer than any file name. */
const LONGEST_NAME = 200;

/** Whether a field has the key itself, not the name of its file. */
export function isKeyItself(value: string): boolean {
  return value.includes('-----') || value.includes('\n') || value.length > LONGEST_NAME;
}

export function createKeyReader(channel: string, folder: string, source: YamlSource, now: Date) {
  const wrong = (field: string, what: string): null => {
    source.wrong([channel, field], what);
    return null;
  };

  async function textOf(field: string, value: string, isSecret: boolean): Promise<string | null> {
    if (isKeyItself(value)) return value;
    const file = path.resolve(folder, value);
    try {
      return await (isSecret ? readSecretFile(file) : readOpenFile(file));
    } catch (error) {
      // Text without a dot can be a truncated key, which must not be shown.
      const name = value.includes('.') ? `「${value}」` : '这个名字的文件';
      if (error instanceof UnusableFile) return wrong(field, `${name}：${error.message}`);
      throw error;
    }
  }

  /** All certificates of a chain, starting with the owner's. */
  async function certificates(field: string, value: string): Promise<[X509Certificate, ...X509Certificate[]] | null> {
    const text = await textOf(field, value, false);
    if (text === null) return null;
    const [first, ...more] = readCertificates(text);
    return first ? [first, ...more] : wrong(field, '不是证书（-----BEGIN CERTIFICATE-----）');
  }

  return {
    wrong,

    async privateKey(field: string, value: string): Promise<KeyObject | null> {
      const text = await textOf(field, value, true);
      return text === null
        ? null
        : (readPrivateKey(text) ?? wrong(field, '不是 2048 位以上的 RSA 私钥（PKCS#1 与 PKCS#8 都可以）'));
    },

    async publicKey(field: string, value: string): Promise<KeyObject | null> {
      const text = await textOf(field, value, false);
      return text === null ? null : (readPublicKey(text) ?? wrong(field, '不是 2048 位以上的 RSA 公钥'));
    },

    certificates,

    /** The owner's certificate, if it is valid now. */
    async ownCertificate(field: string, value: string): Promise<X509Certificate | null> {
      const certificate = (await certificates(field, value))?.[0];
      if (!certificate) return null;
      const { validFromDate, validToDate } = certificate;
      if (now > validToDate) return wrong(field, `这张证书 ${shanghaiDay(validToDate)} 到期了，要换一张`);
      if (now < validFromDate)
        return wrong(field, `这张证书 ${shanghaiDay(validFromDate)} 才生效：这台机器的时钟是不是慢了？`);
      return certificate;
    },
  };
}
