import * as v from 'valibot';
import { attemptOf, type GatewayParts, GatewayRefusal, type SmsGateway } from '../gateway.ts';
import { templateOf } from '../templates.ts';
import { createAliyunClient } from './client.ts';
import { readAttempt } from './outcomes.ts';
import type { AliyunAccount } from './send-sms.ts';

const API = { host: 'dypnsapi.aliyuncs.com', version: '2017-05-25' };
const NOBODY = '13000000000';
/** The answer for an unknown code, if keys and permissions are right. */
const NO_SUCH_CODE = /^(isv\.ValidateFail|VALIDATE_FAIL|biz\.VALIDATE)/;

const Sent = v.object({ Model: v.object({ BizId: v.string() }) });

/**
 * 短信认证 of Aliyun, for operators without a company: it provides signatures and templates, with the variables `code` and `min`.
 * The code is ours. Deliveries are only reported to an address of the site, without a signature, so they are not used.
 */
export function createAliyunVerify({ key, signature, templates }: AliyunAccount, parts: GatewayParts): SmsGateway {
  const client = createAliyunClient(key, API, parts);
  return {
    name: 'aliyun-verify',
    title: '阿里云短信认证',
    canSend: (purpose) => templateOf(templates, purpose) !== undefined,

    send(message, signal) {
      const query = {
        PhoneNumber: message.telephone,
        CountryCode: '86',
        SignName: signature,
        TemplateCode: templateOf(templates, message.purpose) ?? '',
        ...('code' in message && {
          TemplateParam: JSON.stringify({ code: message.code, min: String(message.validMinutes) }),
        }),
      };
      return attemptOf(client.request('SendSmsVerifyCode', query, signal), message, [key.secret], (body) =>
        readAttempt(body, (sent) => (v.is(Sent, sent) ? sent.Model.BizId : undefined)),
      );
    },

    async probe(signal) {
      const query = { PhoneNumber: NOBODY, CountryCode: '86', VerifyCode: '000000' };
      await client.call('CheckSmsVerifyCode', query, v.unknown(), signal).catch((error) => {
        if (!(error instanceof GatewayRefusal && NO_SUCH_CODE.test(error.code))) throw error;
      });
    },
  };
}
