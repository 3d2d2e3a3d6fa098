import * as v from 'valibot';
import type { SmsAttempt, SmsMessage, SmsOutcome } from '../../../modules/account/account.ts';
import {
  ask,
  attemptOf,
  type GatewayAnswer,
  type GatewayParts,
  GatewayRefusal,
  outcomeOf,
  type SmsGateway,
  without,
} from '../gateway.ts';
import { findTemplateFaults, type TemplateState, type Templates, templateOf } from '../templates.ts';
import { authorization, CONTENT_TYPE, type TencentKey } from './signing.ts';

export type TencentAccount = {
  key: TencentKey;
  appId: string;
  region: string;
  signature: string;
  templates: Templates;
  /** The second variable of the templates: the minutes for which the code is valid. */
  withMinutes: boolean;
};

const HOST = 'sms.tencentcloudapi.com';
const VERSION = '2021-01-11';
const NOBODY = '+8613000000000';
const PULL_BEFORE_SECONDS = 60;
const PULL_AFTER_SECONDS = 24 * 3600;
const MOST = 100;

/** The codes that are not the operator's fault. */
const CLASSES: Readonly<Record<string, SmsOutcome>> = {
  'LimitExceeded.DeliveryFrequencyLimit': 'throttled',
  'LimitExceeded.PhoneNumberThirtySecondLimit': 'throttled',
  'LimitExceeded.PhoneNumberOneHourLimit': 'throttled',
  'LimitExceeded.PhoneNumberDailyLimit': 'throttled',
  'LimitExceeded.PhoneNumberSameContentDailyLimit': 'throttled',
  'InvalidParameterValue.IncorrectPhoneNumber': 'bad-number',
  'FailedOperation.PhoneNumberParseFail': 'bad-number',
  'FailedOperation.PhoneNumberInBlacklist': 'bad-number',
  InternalError: 'unknown',
  'InternalError.OtherError': 'unknown',
  'InternalError.Timeout': 'unknown',
  'InternalError.SendAndRecvFail': 'unknown',
  'InternalError.UnknownError': 'unknown',
};

const Refused = v.object({ Response: v.object({ Error: v.object({ Code: v.string(), Message: v.string() }) }) });
const Sent = v.object({
  Response: v.object({
    SendStatusSet: v.tuple([v.object({ Code: v.string(), Message: v.string(), SerialNo: v.string() })]),
  }),
});
const Reports = v.object({
  Response: v.object({
    PullSmsSendStatusSet: v.array(
      v.object({ SerialNo: v.string(), ReportStatus: v.string(), Description: v.optional(v.string()) }),
    ),
  }),
});

const TemplateList = v.object({
  Response: v.object({
    DescribeTemplateStatusSet: v.array(v.object({ StatusCode: v.number(), TemplateContent: v.string() })),
  }),
});

/** 0 = passed, 1 = waiting, 2 = passed but not valid yet, -1 = failed. */
const REVIEWS: Readonly<Record<number, TemplateState['review']>> = { 0: 'passed', 1: 'waiting', 2: 'waiting' };

/** 短信 of Tencent Cloud: SendSms with the operator's own signature and templates, whose variables have numbers. */
export function createTencentSms(account: TencentAccount, parts: GatewayParts): SmsGateway {
  const { key, appId, signature, templates } = account;

  function request(action: string, content: object, signal: AbortSignal): Promise<GatewayAnswer> {
    const body = JSON.stringify(content);
    const at = parts.clock();
    const headers = {
      authorization: authorization(key, { host: HOST, service: 'sms', action, body, at }),
      'content-type': CONTENT_TYPE,
      'x-tc-action': action,
      'x-tc-version': VERSION,
      'x-tc-region': account.region,
      'x-tc-timestamp': String(Math.floor(at.getTime() / 1000)),
    };
    return ask(parts, `https://${HOST}/`, { method: 'POST', headers, body, signal });
  }

  /** Throws if the answer is a refusal. */
  async function question<Schema extends v.GenericSchema>(
    action: string,
    content: object,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    const { status, body } = await request(action, content, signal);
    const refused = v.safeParse(Refused, body);
    if (refused.success) {
      const { Code, Message } = refused.output.Response.Error;
      throw new GatewayRefusal(Code, without([key.secret], Message));
    }
    const read = v.safeParse(schema, body);
    if (!read.success) throw new GatewayRefusal(`HTTP ${status}`, `no answer to ${action}`);
    return read.output;
  }

  async function pull(PhoneNumber: string, since: Date, signal: AbortSignal) {
    const BeginTime = Math.floor(since.getTime() / 1000) - PULL_BEFORE_SECONDS;
    const EndTime = BeginTime + PULL_AFTER_SECONDS;
    const content = { SmsSdkAppId: appId, PhoneNumber, BeginTime, EndTime, Offset: 0, Limit: MOST };
    const { Response } = await question('PullSmsSendStatusByPhoneNumber', content, Reports, signal);
    return Response.PullSmsSendStatusSet;
  }

  async function findTemplate(template: string, signal: AbortSignal): Promise<TemplateState | null> {
    const content = { International: 0, TemplateIdSet: [Number(template)] };
    const { Response } = await question('DescribeSmsTemplateList', content, TemplateList, signal);
    const [found] = Response.DescribeTemplateStatusSet;
    return found ? { review: REVIEWS[found.StatusCode] ?? 'failed', content: found.TemplateContent } : null;
  }

  return {
    name: 'tencent',
    title: '腾讯云短信',
    canSend: (purpose) => templateOf(templates, purpose) !== undefined,

    send(message, signal) {
      const content = {
        SmsSdkAppId: appId,
        SignName: signature,
        TemplateId: templateOf(templates, message.purpose),
        TemplateParamSet: variablesOf(message, account.withMinutes),
        PhoneNumberSet: [`+86${message.telephone}`],
      };
      return attemptOf(request('SendSms', content, signal), message, [key.secret], readAttempt);
    },

    async report({ telephone, messageId, at }, signal) {
      const reports = await pull(`+86${telephone}`, at, signal);
      const found = reports.find(({ SerialNo }) => SerialNo === messageId);
      if (!found) return null;
      const { ReportStatus, Description: detail } = found;
      return { state: ReportStatus === 'SUCCESS' ? 'delivered' : 'undelivered', ...(detail && { detail }) };
    },

    async probe(signal) {
      await pull(NOBODY, new Date(parts.clock().getTime() - PULL_AFTER_SECONDS * 1000), signal);
    },

    checkTemplates: (signal) =>
      findTemplateFaults(
        templates,
        { pattern: /\{(\d+)\}/g, ofCodes: account.withMinutes ? ['1', '2'] : ['1'] },
        (template) => findTemplate(template, signal),
      ),
  };
}

function variablesOf(message: SmsMessage, withMinutes: boolean): string[] {
  if (!('code' in message)) return [];
  return withMinutes ? [message.code, String(message.validMinutes)] : [message.code];
}

function readAttempt(body: unknown): SmsAttempt {
  const refused = v.safeParse(Refused, body);
  if (refused.success) {
    const { Code, Message } = refused.output.Response.Error;
    return { outcome: outcomeOf(Code, CLASSES), detail: `${Code}: ${Message}` };
  }
  const sent = v.safeParse(Sent, body);
  if (!sent.success) return { outcome: 'unknown', detail: 'an answer without a state' };
  const [{ Code, Message, SerialNo }] = sent.output.Response.SendStatusSet;
  if (Code === 'Ok') return { outcome: 'sent', messageId: SerialNo };
  return { outcome: outcomeOf(Code, CLASSES), detail: `${Code}: ${Message}` };
}
