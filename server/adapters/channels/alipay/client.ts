import type { KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import { type GatewayParts, GatewayRefusal } from '../gateway.ts';
import { isSigned, signRequest, takeAnswer } from './signing.ts';

export type AlipayProduct = 'page' | 'wap' | 'qr';

export type AlipayAccount = {
  appId: string;
  /** The PID of the account that receives the money. */
  sellerId: string;
  privateKey: KeyObject;
  /** The public key of Alipay. */
  alipayKey: KeyObject;
  /** The serial numbers of the certificates; `null` with plain keys. */
  certificates: { app: string; alipay: string; root: string } | null;
  products: readonly AlipayProduct[];
  test: boolean;
};

const GATEWAY = 'https://openapi.alipay.com/gateway.do';
const TEST_GATEWAY = 'https://openapi-sandbox.dl.alipaydev.com/gateway.do';

const Result = v.looseObject({
  code: v.string(),
  msg: v.optional(v.string(), ''),
  sub_code: v.optional(v.string()),
  sub_msg: v.optional(v.string(), ''),
});

export function createAlipayClient(account: AlipayAccount, { fetch, clock, notifyUrl }: GatewayParts) {
  const gateway = account.test ? TEST_GATEWAY : GATEWAY;

  function signed(method: string, content: object, returnUrl = ''): Record<string, string> {
    const { appId, certificates, privateKey } = account;
    const params = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: alipayTime(clock()),
      version: '1.0',
      notify_url: notifyUrl,
      return_url: returnUrl,
      app_cert_sn: certificates?.app ?? '',
      alipay_root_cert_sn: certificates?.root ?? '',
      biz_content: JSON.stringify(content),
    };
    return signRequest(params, privateKey);
  }

  /** Accepts only signed answers, also for refusals. */
  function readAnswer(text: string, method: string): object {
    const answer = takeAnswer(text, method);
    const certificate = account.certificates?.alipay;
    if (answer && certificate && answer.certificate && answer.certificate !== certificate)
      throw new Error(`alipay signs with another certificate now (${answer.certificate}): download it anew`);
    const read = answer && v.parse(Result, JSON.parse(answer.text));
    if (!answer || !read || !isSigned(answer.text, answer.signature, account.alipayKey))
      throw new Error(
        `the answer to ${method} is not signed by alipay: ${read?.sub_code ?? read?.code ?? 'unreadable'}`,
      );
    if (read.code !== '10000') throw new GatewayRefusal(read.sub_code ?? read.code, read.sub_msg || read.msg);
    return read;
  }

  return {
    /** The address of a page of Alipay. Making it needs no call. */
    pageUrl(method: string, content: object, returnUrl: string): string {
      return `${gateway}?${new URLSearchParams(signed(method, content, returnUrl))}`;
    },

    async call<Schema extends v.GenericSchema>(
      method: string,
      content: object,
      schema: Schema,
      signal: AbortSignal,
    ): Promise<v.InferOutput<Schema>> {
      // The charset must come before the content.
      const { biz_content = '', ...common } = signed(method, content);
      const body = new URLSearchParams({ biz_content });
      const url = `${gateway}?${new URLSearchParams(common)}`;
      const response = await fetch(url, { method: 'POST', body, signal, redirect: 'error' });
      if (response.status !== 200) throw new Error(`alipay answered ${method} with ${response.status}`);
      return v.parse(schema, readAnswer(await response.text(), method));
    },
  };
}

/** The time format of Alipay. */
export function alipayTime(at: Date): string {
  return shanghaiSeconds(at);
}
