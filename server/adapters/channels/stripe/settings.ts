import * as v from 'valibot';
import { LIST_CURRENCY, MINOR_DIGITS } from '#contract/currencies';
import { textLike } from '../../secret-settings.ts';
import { channelSettings } from '../settings-fields.ts';
import { createStripe } from './stripe.ts';

const WEBHOOK = '要写 webhook 的签名密钥，whsec_ 开头；更换期间可以写成两个的列表';
const webhookSecret = textLike(/^whsec_\w{16,}$/, WEBHOOK);
const CURRENCY = `要写币种的三个字母，可以用的有 ${Object.keys(MINOR_DIGITS).join('、')}`;

export const STRIPE_SETTINGS = channelSettings(
  'Stripe',
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
  ({ secret_key, webhook_secret, currency }, _keys, parts) =>
    createStripe(
      { secretKey: secret_key, webhookSecrets: webhook_secret, currency, test: /^.._test_/.test(secret_key) },
      parts,
    ),
);
