import type { InputOf } from '#contract/call';
import { serverError } from '#contract/codes';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirm,
  beginPasskeyLogin,
  passkeyConfirm,
  passkeyLogin,
} from '#contract/console/passkeys';
import type { Me } from '../runtime/queries.ts';
import { Refused, request } from '../runtime/request.ts';

export const hasPasskeys = 'PublicKeyCredential' in globalThis;

/** The code of the library is loaded at the first use. */
const library = () => import('@simplewebauthn/browser');

export async function loginWithPasskey(): Promise<Me> {
  const { options } = await request(beginPasskeyLogin, {});
  return request(passkeyLogin, { signed: await sign(options) });
}

export async function confirmWithPasskey(): Promise<Me> {
  const { options } = await request(beginPasskeyConfirm, {});
  return request(passkeyConfirm, { signed: await sign(options) });
}

export async function makePasskey(name: string): Promise<void> {
  const { options } = await request(beginPasskey, {});
  const { startRegistration } = await library();
  const made = await byBrowser(startRegistration({ optionsJSON: options as never }));
  await request(addPasskey, { name, made: made as InputOf<typeof addPasskey>['made'] });
}

async function sign(options: Record<string, unknown>): Promise<InputOf<typeof passkeyLogin>['signed']> {
  const { startAuthentication } = await library();
  const signed = await byBrowser(startAuthentication({ optionsJSON: options as never }));
  return signed as InputOf<typeof passkeyLogin>['signed'];
}

/** Waits for the person and the browser. If it fails, the error has a Chinese message with the reason. */
async function byBrowser<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Refused(serverError, WHY[error instanceof Error ? error.name : ''] ?? '浏览器没有完成，请重试');
  }
}

/** By the names of the exceptions of WebAuthn. */
const WHY: Readonly<Record<string, string>> = {
  NotAllowedError: '已取消，或等了太久，请重试',
  InvalidStateError: '这台设备上已经有这个账号的通行密钥',
  SecurityError: '通行密钥要用域名打开后台，不能用 IP 地址',
};
