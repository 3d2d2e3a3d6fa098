import * as v from 'valibot';
import { Mistakes, providerEdit, providerView, seenProviders } from './providers.ts';
import { USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const KINDS = ['alipay', 'wechat', 'stripe'] as const;

export const channelSettings = staffCall({
  path: 'money/channel-settings',
  who: { staff: 'system' },
  what: '支付渠道的设置，读者看到的顺序。密钥不给出，只给指纹。',
  payload: v.object({}),
  data: v.object({
    channels: v.array(providerView(KINDS)),
    /** Where the channels send their notifications, without the channel; null = it is not known. */
    notifyTo: v.nullable(v.string()),
    /** The mistake in channels.yaml. Such a file can be repaired only on the server. */
    mistakes: v.array(v.string()),
  }),
});

export const setChannels = staffCall({
  path: 'money/set-channels',
  who: { staff: 'system', fresh: true },
  what: '写 channels.yaml：渠道的顺序、开关与密钥。有错就什么也不写。不写的密钥用原来的，账号变了就要重写。还有没了结的订单时不能去掉渠道或换账号；Stripe 的密钥看不出账户，那时换密钥要写 sameAccount。',
  payload: v.object({
    channels: v.pipe(v.array(providerEdit(KINDS)), v.maxLength(KINDS.length)),
    seen: seenProviders(KINDS),
    /** The new secret key of Stripe belongs to the same account as the one before. */
    sameAccount: v.optional(v.boolean()),
  }),
  data: Mistakes,
  limits: [{ by: 'session', points: 30, seconds: 600 }, ...USUAL],
});
