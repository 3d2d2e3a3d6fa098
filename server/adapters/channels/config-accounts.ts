import type { AlipayAccount } from './alipay/client.ts';
import { certificateNumber, rootNumber } from './alipay/signing.ts';
import type { AlipayFields, StripeFields, WechatFields } from './config-fields.ts';
import type { KeyReader } from './config-keys.ts';
import { isPair } from './keys.ts';
import type { StripeAccount } from './stripe/client.ts';
import type { WechatAccount } from './wechat/client.ts';

/** Makes the account of a channel from its fields; null where one of its keys is wrong, which is recorded. */

const TEST_APP = /^9021/;

export async function alipayAccount(fields: AlipayFields, keys: KeyReader): Promise<AlipayAccount | null> {
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

async function byCertificates(fields: AlipayFields, keys: KeyReader) {
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

export async function wechatAccount(fields: WechatFields, keys: KeyReader): Promise<WechatAccount | null> {
  const { app_secret: appSecret = null } = fields;
  const products = fields.products ?? (appSecret === null ? ['native', 'h5'] : ['native', 'h5', 'jsapi']);
  const isPaidInside = products.includes('jsapi');
  if (isPaidInside && appSecret === null)
    return keys.wrong('products', '在微信里付款（jsapi）要知道是谁在付，还要写 app_secret，公众号的 AppSecret');
  const privateKey = await keys.privateKey('private_key', fields.private_key);
  const certificate = await keys.ownCertificate('certificate', fields.certificate);
  if (!privateKey || !certificate) return null;
  if (!certificate.checkPrivateKey(privateKey))
    return keys.wrong('certificate', '这不是这把商户私钥的证书（apiclient_cert.pem 与 apiclient_key.pem 要成对）');
  // The common name of a merchant's certificate is its number.
  if (!certificate.subject.split('\n').includes(`CN=${fields.mch_id}`))
    return keys.wrong('certificate', `这是另一个商户的证书，不是 ${fields.mch_id} 的`);
  const { public_key_id: id, public_key: value } = fields;
  if ((id === undefined) !== (value === undefined))
    return keys.wrong('public_key', 'public_key 与 public_key_id 要一起写，或都不写（用平台证书）');
  const key = value === undefined ? null : await keys.publicKey('public_key', value);
  if (value !== undefined && !key) return null;
  if (key && isPair(privateKey, key)) return keys.wrong('public_key', '这是商户自己的公钥，要写的是「微信支付公钥」');
  return {
    merchant: { id: fields.mch_id, certificateSerial: certificate.serialNumber, privateKey },
    appId: fields.app_id,
    sealKey: Buffer.from(fields.api_v3_key),
    publicKey: id !== undefined && key ? { id, key } : null,
    appSecret: isPaidInside ? appSecret : null,
    products,
  };
}

export function stripeAccount({ secret_key, webhook_secret, currency }: StripeFields): StripeAccount {
  return { secretKey: secret_key, webhookSecrets: webhook_secret, currency, test: /^.._test_/.test(secret_key) };
}
