import * as v from 'valibot';
import { ALIPAY_SETTINGS } from './alipay/settings.ts';
import { STRIPE_SETTINGS } from './stripe/settings.ts';
import { WECHAT_SETTINGS } from './wechat/settings.ts';

/** The channels of money by their ids. */
export const CHANNEL_FIELDS = {
  alipay: v.optional(ALIPAY_SETTINGS),
  wechat: v.optional(WECHAT_SETTINGS),
  stripe: v.optional(STRIPE_SETTINGS),
};

export type ChannelId = keyof typeof CHANNEL_FIELDS;
export const CHANNEL_IDS = Object.keys(CHANNEL_FIELDS) as ChannelId[];

/** The name of a channel, also of one that is not configured. */
export function channelTitle(id: ChannelId): string {
  return v.getTitle(CHANNEL_FIELDS[id].wrapped) ?? id;
}
