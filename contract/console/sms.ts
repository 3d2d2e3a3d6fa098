import * as v from 'valibot';
import { Count } from '../shapes.ts';
import { Telephone } from '../verification.ts';
import { Mistakes, providerEdit, providerView, seenProviders } from './providers.ts';
import { USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const KINDS = ['aliyun', 'aliyun-verify', 'tencent', 'twilio'] as const;

export const smsSettings = staffCall({
  path: 'system/sms',
  who: { staff: 'system' },
  what: '短信网关，依次使用，没有时短信在发件箱里；一天最多几条。密钥不给出。',
  payload: v.object({}),
  data: v.object({
    gateways: v.array(providerView(KINDS)),
    dailyBudget: Count,
    /** The environment sets the budget: it can't be changed here. */
    isBudgetOfEnvironment: v.boolean(),
    /** The mistake in sms.yaml. Such a file can be repaired only on the server. */
    mistakes: v.array(v.string()),
  }),
});

export const setSms = staffCall({
  path: 'system/set-sms',
  who: { staff: 'system', fresh: true },
  what: '写 sms.yaml：网关依次使用；一个也没有就删掉文件，短信在发件箱里。有错就什么也不写。不写的密钥用原来的，账号变了就要重写。',
  payload: v.object({
    gateways: v.pipe(v.array(providerEdit(KINDS)), v.maxLength(KINDS.length)),
    /** Null: as it is. */
    dailyBudget: v.nullable(v.pipe(Count, v.maxValue(999_999_999))),
    seen: seenProviders(KINDS),
  }),
  data: Mistakes,
  limits: [{ by: 'session', points: 30, seconds: 600 }, ...USUAL],
});

export const testSms = staffCall({
  path: 'system/test-sms',
  who: { staff: 'system', fresh: true },
  what: '检查短信网关，并经每一家给这个号码发一条验证码，按条收费，与 manyu sms check 相同。号码为空就只问不花钱的。',
  payload: v.object({ telephone: v.nullable(Telephone) }),
  data: v.object({ isGood: v.boolean(), text: v.string() }),
  limits: [{ by: 'session', points: 5, seconds: 600 }, ...USUAL],
});
