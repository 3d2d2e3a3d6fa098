import * as v from 'valibot';
import { type Payers, UnknownPayer } from '../../../modules/shop/shop.ts';
import { type GatewayParts, GatewayRefusal } from '../gateway.ts';
import { parseJson } from './client.ts';

const PAGE = 'https://open.weixin.qq.com/connect/oauth2/authorize';
const CODES = 'https://api.weixin.qq.com/sns/oauth2/access_token';

const Found = v.object({ openid: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)) });
const Refused = v.object({ errcode: v.number(), errmsg: v.optional(v.string(), '') });
/** 40029: of another account; 40163: used before; 41008: missing; 42003: older than five minutes. */
const NO_CODE: readonly number[] = [40029, 40163, 41008, 42003];

export type OfficialAccount = { appId: string; appSecret: string };

/** WeChat's login (OAuth 2) for the id of the payer: `snsapi_base` needs no consent and returns only the id. */
export function createPayers({ appId, appSecret }: OfficialAccount, { fetch }: Pick<GatewayParts, 'fetch'>): Payers {
  return {
    scenes: ['wechat'],

    /** WeChat requires this order of the parameters, and the fragment. */
    addressOf(returnUrl, state) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: returnUrl,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      });
      return `${PAGE}?${query}#wechat_redirect`;
    },

    async find(code, signal) {
      const query = new URLSearchParams({ appid: appId, secret: appSecret, code, grant_type: 'authorization_code' });
      const response = await fetch(`${CODES}?${query}`, { signal, redirect: 'error' });
      const answer = parseJson(Buffer.from(await response.arrayBuffer()));
      const refused = v.safeParse(Refused, answer);
      if (refused.success && refused.output.errcode !== 0) {
        const { errcode, errmsg } = refused.output;
        if (NO_CODE.includes(errcode)) throw new UnknownPayer(`wechat knows no such code: ${errcode}`);
        throw new GatewayRefusal(String(errcode), errmsg);
      }
      const found = v.safeParse(Found, answer);
      // The rest of the answer gives access to the reader's account there, so it must not be logged.
      if (response.status !== 200 || !found.success)
        throw new Error(`wechat answered who pays with ${response.status}, and without a name`);
      return found.output.openid;
    },
  };
}

const NO_CODE_AT_ALL = 'manyu-check';

/** Requests an invalid code: WeChat checks the account and its secret first. */
export async function probePayers(payers: Payers, signal: AbortSignal): Promise<void> {
  await payers.find(NO_CODE_AT_ALL, signal).catch((error) => {
    if (!(error instanceof UnknownPayer)) throw error;
  });
}
