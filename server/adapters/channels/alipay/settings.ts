import * as v from 'valibot';
import { textLike } from '../../secret-settings.ts';
import type { KeyReader } from '../config-keys.ts';
import { isPair } from '../keys.ts';
import { channelSettings, type FieldsOf, key, products } from '../settings-fields.ts';
import { createAlipay } from './alipay.ts';
import type { AlipayAccount } from './client.ts';
import { certificateNumber, rootNumber } from './signing.ts';

const FIELDS = {
  app_id: textLike(/^\d{16}$/, '要写 16 位数字的 APPID'),
  seller_id: textLike(/^2088\d{12}$/, '要写商家账号（PID），2088 开头的 16 位数字'),
  private_key: key,
  alipay_public_key: v.optional(key),
  app_certificate: v.optional(key),
  alipay_certificate: v.optional(key),
  root_certificate: v.optional(key),
  products: v.optional(products(['page', 'wap', 'qr']), ['page', 'wap']),
  sandbox: v.optional(v.boolean('要写 true 或 false'), false),
};
type Fields = FieldsOf<typeof FIELDS>;

export const ALIPAY_SETTINGS = channelSettings('支付宝', FIELDS, async (fields, keys, parts) => {
  const account = await accountOf(fields, keys);
  return account && createAlipay(account, parts);
});

const TEST_APP = /^9021/;

async function accountOf(fields: Fields, keys: KeyReader): Promise<AlipayAccount | null> {
  if (TEST_APP.test(fields.app_id) && !fields.sandbox)
    return keys.wrong('app_id', '这是沙箱应用，要加一行 sandbox: true');
  const privateKey = await keys.privateKey('private_key', fields.private_key);
  const known = fields.alipay_public_key
    ? await byKey(fields.alipay_public_key, keys)
    : await byCertificates(fields, keys);
  if (!privateKey || !known) return null;
  if (isPair(privateKey, known.alipayKey))
    return known.certificates
      ? keys.wrong('alipay_certificate', '这是应用的证书，要用 alipayCertPublicKey_RSA2.crt')
      : keys.wrong('alipay_public_key', '这是应用公钥，要写的是开放平台上的「支付宝公钥」');
  if (known.appCertificate && !known.appCertificate.checkPrivateKey(privateKey))
    return keys.wrong('app_certificate', '这不是这把应用私钥的证书');
  return {
    appId: fields.app_id,
    sellerId: fields.seller_id,
    privateKey,
    alipayKey: known.alipayKey,
    certificates: known.certificates,
    products: fields.products,
    test: fields.sandbox,
  };
}

async function byKey(value: string, keys: KeyReader) {
  const alipayKey = await keys.publicKey('alipay_public_key', value);
  return alipayKey && { alipayKey, certificates: null, appCertificate: null };
}

async function byCertificates(fields: Fields, keys: KeyReader) {
  const { app_certificate, alipay_certificate, root_certificate } = fields;
  if (!app_certificate || !alipay_certificate || !root_certificate)
    return keys.wrong(
      'alipay_public_key',
      '公钥模式写 alipay_public_key；证书模式写 app_certificate、alipay_certificate、root_certificate 三样',
    );
  const app = await keys.ownCertificate('app_certificate', app_certificate);
  const alipay = await keys.ownCertificate('alipay_certificate', alipay_certificate);
  const roots = await keys.certificates('root_certificate', root_certificate);
  if (!app || !alipay || !roots) return null;
  const root = rootNumber(roots);
  if (root === '') return keys.wrong('root_certificate', '里面没有 RSA 的根证书，要用 alipayRootCert.crt');
  return {
    alipayKey: alipay.publicKey,
    certificates: { app: certificateNumber(app), alipay: certificateNumber(alipay), root },
    appCertificate: app,
  };
}
