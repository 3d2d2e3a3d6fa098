import * as v from 'valibot';
import { LIST_CURRENCY, MINOR_DIGITS } from '#contract/currencies';
import { describeField, textLike } from '../secret-settings.ts';

/** What the fields of channels.yaml may be; each message is a Chinese sentence without the field's name. */

/** The name of a file beside this one, or the key itself. */
const key = v.pipe(
  v.string('要写密钥文件的名字，或密钥本身'),
  v.trim(),
  v.minLength(1, '要写密钥文件的名字，或密钥本身'),
);
const products = <const Names extends readonly string[]>(names: Names) => {
  const what = `要写成列表，只能有 ${names.join('、')}`;
  return v.pipe(v.array(v.picklist(names, what), what), v.minLength(1, what));
};

const ALIPAY = v.strictObject(
  {
    app_id: textLike(/^\d{16}$/, '要写 16 位数字的 APPID'),
    seller_id: textLike(/^2088\d{12}$/, '要写商家账号（PID），2088 开头的 16 位数字'),
    private_key: key,
    alipay_public_key: v.optional(key),
    app_certificate: v.optional(key),
    alipay_certificate: v.optional(key),
    root_certificate: v.optional(key),
    products: v.optional(products(['page', 'wap', 'qr']), ['page', 'wap']),
    sandbox: v.optional(v.boolean('要写 true 或 false'), false),
  },
  describeField,
);

const WECHAT = v.strictObject(
  {
    mch_id: textLike(/^\d{8,10}$/, '要写商户号，8 到 10 位数字'),
    app_id: textLike(/^wx[0-9a-f]{16}$/, '要写 AppID，wx 开头的 18 位'),
    app_secret: v.optional(textLike(/^[0-9a-f]{32}$/, '要写公众号的 AppSecret，32 位')),
    api_v3_key: textLike(/^[\x21-\x7e]{32}$/, '要写 APIv3 密钥，32 个字母或数字'),
    private_key: key,
    certificate: key,
    public_key_id: v.optional(textLike(/^PUB_KEY_ID_\w{8,64}$/, '要写微信支付公钥 ID，PUB_KEY_ID_ 开头')),
    public_key: v.optional(key),
    products: v.optional(products(['native', 'h5', 'jsapi'])),
  },
  describeField,
);

const WEBHOOK = '要写 webhook 的签名密钥，whsec_ 开头；更换期间可以写成两个的列表';
const webhookSecret = textLike(/^whsec_\w{16,}$/, WEBHOOK);
const CURRENCY = `要写币种的三个字母，可以用的有 ${Object.keys(MINOR_DIGITS).join('、')}`;

const STRIPE = v.strictObject(
  {
    secret_key: textLike(/^(sk|rk)_(live|test)_\w{16,}$/, '要写 sk_live_ 或 sk_test_ 开头的密钥'),
    webhook_secret: v.union(
      [
        v.pipe(
          webhookSecret,
          v.transform((secret) => [secret]),
        ),
        v.pipe(v.array(webhookSecret), v.minLength(1)),
      ],
      WEBHOOK,
    ),
    currency: v.optional(
      v.pipe(v.string(CURRENCY), v.toUpperCase(), v.picklist(Object.keys(MINOR_DIGITS), CURRENCY)),
      LIST_CURRENCY,
    ),
  },
  describeField,
);

export const CHANNELS_FILE = v.strictObject(
  {
    notify: v.optional(v.string('要写网址')),
    alipay: v.optional(ALIPAY),
    wechat: v.optional(WECHAT),
    stripe: v.optional(STRIPE),
  },
  describeField,
);

export type AlipayFields = v.InferOutput<typeof ALIPAY>;
export type WechatFields = v.InferOutput<typeof WECHAT>;
export type StripeFields = v.InferOutput<typeof STRIPE>;
export type ChannelsFields = v.InferOutput<typeof CHANNELS_FILE>;
