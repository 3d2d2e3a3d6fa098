import { Secret, TOTP } from 'otpauth';
import type { DataOf, InputOf } from '#contract/call';
import { openLink, takeLink } from '#contract/console/session';
import type { StaffCall } from '#contract/console/staff-call';
import type { Envelope } from '#contract/envelope';

/** The session of the first owner. `headers`: those of a request of the console's page, with its cookie. */
export type OwnerSession = {
  headers: Readonly<Record<string, string>>;
  call<C extends StaffCall>(call: C, payload: InputOf<C>): Promise<DataOf<C>>;
};

/** Sets up the first owner of the site at `url` with the token of the one-time link. Refused calls throw. */
export async function openOwnerSession(url: string, link: string): Promise<OwnerSession> {
  const headers: Record<string, string> = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' };
  async function call<C extends StaffCall>({ path }: C, payload: InputOf<C>): Promise<DataOf<C>> {
    const response = await fetch(`${url}/console/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) headers.cookie = cookie.split(';')[0] ?? '';
    const { data, message } = (await response.json()) as Envelope<DataOf<C>>;
    if (data === null) throw new Error(`${path}: ${message}`);
    return data;
  }

  const { secret } = await call(openLink, { token: link });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await call(takeLink, { token: link, name: 'owner', password: 'quiet harbour lantern 27', code });
  return { headers, call };
}
