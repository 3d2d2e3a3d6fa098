import * as v from 'valibot';
import { perAddress } from '../call.ts';
import { Count, Day, Time } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

export const channelList = staffCall({
  path: 'money/channels',
  who: { staff: 'money' },
  what: '支付渠道：在哪里提供，最近一次收款，最近的账单。',
  payload: v.object({}),
  data: v.object({
    list: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        currency: v.string(),
        /** Takes no real money. */
        test: v.boolean(),
        /** Takes no new orders. */
        off: v.optional(v.boolean()),
        scenes: v.array(v.picklist(['pc', 'mobile', 'wechat'])),
        lastPaidAt: v.nullable(Time),
        /** The last bill that was compared. */
        lastBill: v.nullable(v.object({ day: Day, differences: Count })),
      }),
    ),
  }),
});

export const channelCheck = staffCall({
  path: 'money/channel-check',
  who: { staff: 'money' },
  what: '检查一个支付渠道，不花钱：密钥、时钟、通知地址、价格。',
  payload: v.object({ channel: v.pipe(v.string(), v.maxLength(32)) }),
  /** Null if the channel has nothing to check, as the sandbox. */
  data: v.object({ findings: v.nullable(v.array(v.object({ isGood: v.boolean(), text: v.string() }))) }),
  // It calls the channel.
  limits: [...perAddress(20, 600), { by: 'session', points: 20, seconds: 600 }],
});
