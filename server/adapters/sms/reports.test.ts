import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeSmsGateways, startFakeSmsGateways } from '../../../testing/gateways/sms.ts';
import { GATEWAY_NAMES, makeGateway } from '../../../testing/gateways/sms-senders.ts';

const NOW = new Date('2026-11-22T16:30:00Z');
const TELEPHONE = '13800138000';
const ASKED_MS = 30_000;

let fake: FakeSmsGateways;
beforeAll(async () => {
  fake = await startFakeSmsGateways(() => NOW);
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { asked: [], answer: null, trouble: null });
});

const make = (name: string) => makeGateway(name, { fetch: fake.fetch, clock: () => NOW });

test.each(GATEWAY_NAMES)('%s: a free check finds that the keys are right', async (name) => {
  await make(name).probe(AbortSignal.timeout(ASKED_MS));
  expect(fake.asked).toHaveLength(1);
  expect(JSON.stringify(fake.asked)).not.toContain('SendSms');
});

const aliyunDetails = (...details: object[]) => ({
  body: { Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: details } },
});
const tencentReports = (...reports: object[]) => ({ body: { Response: { PullSmsSendStatusSet: reports } } });

test.each<[string, object, object | null]>([
  ['aliyun', aliyunDetails({ SendStatus: 3, ErrCode: 'DELIVERED' }), { state: 'delivered', detail: 'DELIVERED' }],
  [
    'aliyun',
    aliyunDetails({ SendStatus: 2, ErrCode: 'MOBILE_NOT_ON_SERVICE' }),
    { state: 'undelivered', detail: 'MOBILE_NOT_ON_SERVICE' },
  ],
  ['aliyun', aliyunDetails({ SendStatus: 1 }), null],
  ['aliyun', aliyunDetails(), null],
  [
    'tencent',
    tencentReports({ SerialNo: 'n1', ReportStatus: 'SUCCESS', Description: 'DELIVRD' }),
    { state: 'delivered', detail: 'DELIVRD' },
  ],
  [
    'tencent',
    tencentReports({ SerialNo: 'n1', ReportStatus: 'FAIL', Description: 'MK:0001' }),
    { state: 'undelivered', detail: 'MK:0001' },
  ],
  ['tencent', tencentReports({ SerialNo: 'other', ReportStatus: 'SUCCESS' }), null],
  ['twilio', { body: { sid: 'n1', status: 'delivered', error_code: null } }, { state: 'delivered' }],
  [
    'twilio',
    { body: { sid: 'n1', status: 'undelivered', error_code: 30003 } },
    { state: 'undelivered', detail: '30003' },
  ],
  ['twilio', { body: { sid: 'n1', status: 'sent', error_code: null } }, null],
])('%s: the report %j means %j', async (name, answer, report) => {
  fake.answer = () => answer as { body: unknown };
  const at = new Date('2026-11-22T16:00:00Z');
  const asked = make(name).report?.({ telephone: TELEPHONE, messageId: 'n1', at }, AbortSignal.timeout(ASKED_MS));
  expect(await asked).toEqual(report);
  const day = { aliyun: '"SendDate":"20261123"', tencent: '"BeginTime":1795363140', twilio: 'Messages/n1.json' }[name];
  expect(JSON.stringify(fake.asked)).toContain(day);
});
