import { Secret, TOTP } from 'otpauth';
import type { DataOf, InputOf } from '#contract/call';
import type { Role } from '#contract/console/roles';
import { login, openLink, takeLink } from '#contract/console/session';
import { invite } from '#contract/console/staff';
import type { StaffCall } from '#contract/console/staff-call';
import type { Envelope } from '#contract/envelope';
import { transaction } from '../../server/core/db/db.ts';
import { offerFirstLink } from '../../server/modules/staff/staff.ts';
import type { TestApp } from '../app/app.ts';
import { newAddress } from './readers.ts';

export const STAFF_PASSWORD = 'quiet harbour lantern 27';
const HOST = 'localhost:3000';
/** The headers that a browser sends with a call of the console's own page. */
export const OWN_HEADERS = {
  host: HOST,
  origin: `http://${HOST}`,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};

/** `cookie` = the session that the answer sets; undefined if it sets none. */
export type StaffAnswer<Data = unknown> = { http: number; cookie: string | undefined } & Envelope<Data>;
export type StaffPerson = { id: number; name: string; secret: string; cookie: string; recoveryCodes: string[] };

type Options = { cookie?: string; headers?: Record<string, string | undefined>; remoteAddress?: string };

/** Sends a call of the console as its page does. */
export async function staffCall<C extends StaffCall>(
  site: TestApp,
  call: C,
  payload: InputOf<C>,
  options: Options = {},
): Promise<StaffAnswer<DataOf<C>>> {
  return (await postConsole(site, call.path, JSON.stringify(payload), options)) as StaffAnswer<DataOf<C>>;
}

/** Sends a body to a path of the console's calls. */
export async function postConsole(
  site: TestApp,
  path: string,
  body: string,
  { cookie, headers = {}, remoteAddress = newAddress() }: Options = {},
): Promise<StaffAnswer> {
  const all = { ...OWN_HEADERS, ...(cookie && { cookie: `manyu-console=${cookie}` }), ...headers };
  const response = await site.http.inject({
    method: 'POST',
    url: `/console/api/${path}`,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    payload: body,
    remoteAddress,
  });
  const [set = ''] = [response.headers['set-cookie'] ?? []].flat();
  const json = response.body.startsWith('{') ? JSON.parse(response.body) : { status: 0, code: null, data: null };
  return { http: response.statusCode, cookie: /manyu-console=([\w-]*)/.exec(set)?.[1], ...json };
}

/** The code of an authenticator; `steps` = how many periods from now. */
export function codeOf(secret: string, at: Date, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 });
}

/** Uses a link, as the page behind it does. */
export async function followLink(site: TestApp, token: string, at: Date, name?: string): Promise<StaffPerson> {
  const { data: opened } = await staffCall(site, openLink, { token });
  if (!opened) throw new Error('the link does not work');
  const payload = { token, name, password: STAFF_PASSWORD, code: codeOf(opened.secret, at) };
  const { data, cookie, message } = await staffCall(site, takeLink, payload);
  if (!data || !cookie) throw new Error(message);
  const { me, recoveryCodes } = data;
  return { id: me.id, name: me.name, secret: opened.secret, cookie, recoveryCodes };
}

export async function firstOwner(site: TestApp, at: Date, name = '林老板'): Promise<StaffPerson> {
  const link = await transaction(site.pool, (tx) => offerFirstLink(tx, at));
  if (!link) throw new Error('there are people already');
  return followLink(site, link.token, at, name);
}

/** Adds a person by an owner whose second factor is fresh. */
export async function addPerson(site: TestApp, owner: StaffPerson, role: Role, name: string, at: Date) {
  const { data, message } = await staffCall(site, invite, { name, role }, { cookie: owner.cookie });
  if (!data) throw new Error(message);
  return followLink(site, data.token, at);
}

/** Logs in; the code is of a later period, because a code works once. */
export function logIn(site: TestApp, { name, secret }: StaffPerson, at: Date, steps: number) {
  return staffCall(site, login, { name, password: STAFF_PASSWORD, code: codeOf(secret, at, steps) });
}
