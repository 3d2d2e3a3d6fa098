import * as v from 'valibot';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { attemptOf, type GatewayParts, GatewayRefusal, type SmsGateway } from '../gateway.ts';
import { findTemplateFaults, type TemplateState, type Templates, templateOf } from '../templates.ts';
import { createAliyunClient } from './client.ts';
import { readAttempt } from './outcomes.ts';
import type { AliyunKey } from './signing.ts';

export type AliyunAccount = { key: AliyunKey; signature: string; templates: Templates };

const API = { host: 'dysmsapi.aliyuncs.com', version: '2017-05-25' };
const ARRIVED = 3;
const LOST = 2;
/** A number without messages, for checks. */
const NOBODY = '13000000000';

const VARIABLES = { pattern: /\$\{(\w+)\}/g, ofCodes: ['code'] };
const NO_SUCH_TEMPLATE = /TEMPLATE/;
/** 0 = waiting, 1 = passed, 2 = failed, 10 = withdrawn. */
const REVIEWS: Readonly<Record<string, TemplateState['review']>> = { 0: 'waiting', 1: 'passed' };

const Template = v.object({ TemplateStatus: v.union([v.string(), v.number()]), TemplateContent: v.string() });
const Sent = v.object({ BizId: v.string() });
const Details = v.object({
  SmsSendDetailDTOs: v.object({
    SmsSendDetailDTO: v.array(v.object({ SendStatus: v.number(), ErrCode: v.optional(v.string()) })),
  }),
});

/** 短信服务 of Aliyun: SendSms with the operator's own signature and templates, whose variable is `code`. */
export function createAliyunSms({ key, signature, templates }: AliyunAccount, parts: GatewayParts): SmsGateway {
  const client = createAliyunClient(key, API, parts);

  function details(telephone: string, at: Date, more: Record<string, string>, signal: AbortSignal) {
    const query = { PhoneNumber: telephone, SendDate: shanghaiDay(at).replaceAll('-', ''), PageSize: '10', ...more };
    return client.call('QuerySendDetails', { ...query, CurrentPage: '1' }, Details, signal);
  }

  async function findTemplate(template: string, signal: AbortSignal): Promise<TemplateState | null> {
    try {
      const found = await client.call('GetSmsTemplate', { TemplateCode: template }, Template, signal);
      return { review: REVIEWS[found.TemplateStatus] ?? 'failed', content: found.TemplateContent };
    } catch (error) {
      if (error instanceof GatewayRefusal && NO_SUCH_TEMPLATE.test(error.code)) return null;
      throw error;
    }
  }

  return {
    name: 'aliyun',
    title: '阿里云短信服务',
    canSend: (purpose) => templateOf(templates, purpose) !== undefined,

    send(message, signal) {
      const query = {
        PhoneNumbers: message.telephone,
        SignName: signature,
        TemplateCode: templateOf(templates, message.purpose) ?? '',
        ...('code' in message && { TemplateParam: JSON.stringify({ code: message.code }) }),
      };
      return attemptOf(client.request('SendSms', query, signal), message, [key.secret], (body) =>
        readAttempt(body, (sent) => (v.is(Sent, sent) ? sent.BizId : undefined)),
      );
    },

    async report({ telephone, messageId, at }, signal) {
      const { SmsSendDetailDTOs } = await details(telephone, at, { BizId: messageId }, signal);
      const { SendStatus, ErrCode } = SmsSendDetailDTOs.SmsSendDetailDTO[0] ?? {};
      if (SendStatus === ARRIVED) return { state: 'delivered', ...(ErrCode && { detail: ErrCode }) };
      return SendStatus === LOST ? { state: 'undelivered', ...(ErrCode && { detail: ErrCode }) } : null;
    },

    async probe(signal) {
      await details(NOBODY, parts.clock(), {}, signal);
    },

    checkTemplates: (signal) => findTemplateFaults(templates, VARIABLES, (template) => findTemplate(template, signal)),
  };
}
