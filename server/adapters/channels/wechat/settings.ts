import * as v from 'valibot';
import { textLike } from '../../secret-settings.ts';
import type { KeyReader } from '../config-keys.ts';
import { isPair } from '../keys.ts';
import { channelSettings, type FieldsOf, key, products } from '../settings-fields.ts';
import type { WechatAccount } from './client.ts';
import { createWechat } from './wechat.ts';

const FIELDS = {
  mch_id: textLike(/^\d{8,10}$/, '要写商户号，8 到 10 位数字'),
  app_id: textLike(/^wx[0-9a-f]{16}$/, '要写 AppID，wx 开头的 18 位'),
  app_secret: v.optional(textLike(/^[0-9a-f]{32}$/, '要写公众号的 AppSecret，32 位')),
  api_v3_key: textLike(/^[\x21-\x7e]{32}$/, '要写 APIv3 密钥，32 个字母或数字'),
  private_key: key,
  certificate: key,
  public_key_id: v.optional(textLike(/^PUB_KEY_ID_\w{8,64}$/, '要写微信支付公钥 ID，PUB_KEY_ID_ 开头')),
  public_key: v.optional(key),
  products: v.optional(products(['native', 'h5', 'jsapi'])),
};
type Fields = FieldsOf<typeof FIELDS>;

export const WECHAT_SETTINGS = channelSettings('微信支付', FIELDS, async (fields, keys, parts) => {
  const account = await accountOf(fields, keys);
  return account && createWechat(account, parts);
});

async function accountOf(fields: Fields, keys: KeyReader): Promise<WechatAccount | null> {
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
  // The common name of a merchant's certificate is the merchant number.
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
