import { loginBySms, loginSendSms, userPassword } from '#contract/calls/account';
import { userRegister } from '#contract/calls/session';
import type { UserInfo } from '#contract/shapes';
import { messagesAfter } from '../modules/account/account.ts';
import type { TestApp } from './app.ts';

let phones = 0;

/** A phone number nobody has yet, each with a prefix of its own, so that one test's messages don't count for another's. */
export function newPhone(): string {
  phones += 1;
  return `13${String(phones).padStart(5, '0')}${String(1000 + phones).slice(-4)}`;
}

/** The code last sent to a phone, as its owner would read it. */
export async function lastCode(site: TestApp, telephone: string): Promise<string> {
  const message = (await messagesAfter(site.pool, 0, 10_000)).findLast((each) => each.telephone === telephone);
  const code = message && /\d{6}/.exec(message.body)?.[0];
  if (!code) throw new Error(`nothing was sent to ${telephone}`);
  return code;
}

/** Another address for every caller: limits by address are not what most tests are about. */
export function newAddress(): string {
  return `2001:db8:${(++phones).toString(16)}::1`;
}

/** A reader who logged in by SMS with a new phone, or the one given; `from` = the token in use on the device. */
export async function signedIn(
  site: TestApp,
  given: { telephone?: string; from?: string } = {},
): Promise<UserInfo & { phone: string }> {
  const phone = given.telephone ?? newPhone();
  const options = { token: given.from, remoteAddress: newAddress() };
  await site.call(loginSendSms, { telephone: phone }, options);
  const { data } = await site.call(loginBySms, { telephone: phone, code: await lastCode(site, phone) }, options);
  if (!data) throw new Error('the login by SMS was refused');
  return { ...data.user, phone };
}

/** A reader with a username and password. */
export async function withPassword(site: TestApp, username: string, password: string): Promise<UserInfo> {
  const remoteAddress = newAddress();
  const { data } = await site.call(userRegister, { domain: 'test', platform: null }, { remoteAddress });
  const { data: user } = await site.call(userPassword, { username, password }, { token: data?.token, remoteAddress });
  if (!user) throw new Error('the password was refused');
  return user;
}
