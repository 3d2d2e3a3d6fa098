import { createAliyunSms } from '../../server/adapters/sms/aliyun/send-sms.ts';
import { createAliyunVerify } from '../../server/adapters/sms/aliyun/verify-code.ts';
import type { GatewayParts, SmsGateway } from '../../server/adapters/sms/gateway.ts';
import { createTencentSms } from '../../server/adapters/sms/tencent/send-sms.ts';
import { createTwilio } from '../../server/adapters/sms/twilio.ts';
import { SMS_SECRETS } from './sms.ts';

type Secret = { id: string; secret: string };

const OWN = { default: 'SMS_1000', login: 'SMS_1001', 'phone-changed': 'SMS_1002' };
const LENT = { default: '100001' };
const NUMBERED = { default: '1110', 'phone-changed': '1111' };

const MAKERS: Record<string, (key: Secret, parts: GatewayParts) => SmsGateway> = {
  aliyun: (key, parts) => createAliyunSms({ key, signature: '漫屿', templates: OWN }, parts),
  'aliyun-verify': (key, parts) => createAliyunVerify({ key, signature: '速通互联', templates: LENT }, parts),
  tencent(key, parts) {
    const account = { appId: '1400006666', region: 'ap-guangzhou', signature: '漫屿', withMinutes: false };
    return createTencentSms({ key, ...account, templates: NUMBERED }, parts);
  },
  twilio(key, parts) {
    const account = { accountSid: SMS_SECRETS.twilio.id, from: '+15005550006', signature: '漫屿' };
    return createTwilio({ key, ...account }, parts);
  },
};

export const GATEWAY_NAMES = Object.keys(MAKERS);

/** The key of the fake gateway. */
export function keyOf(name: string): Secret {
  return { tencent: SMS_SECRETS.tencent, twilio: SMS_SECRETS.twilio }[name] ?? SMS_SECRETS.aliyun;
}

/** The client of a gateway. */
export function makeGateway(name: string, parts: GatewayParts, key = keyOf(name)): SmsGateway {
  const make = MAKERS[name];
  if (!make) throw new Error(`no gateway is called ${name}`);
  return make(key, parts);
}
