import type { Call, DataOf, InputOf } from '#contract/call';
import { userRegister } from '#contract/calls/session';
import type { Envelope } from '#contract/envelope';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import { readConfig } from '../../server/start/config.ts';

export type Ask = <C extends Call>(call: C, payload: InputOf<C>) => Promise<DataOf<C>>;

/** Makes calls to a running app as a new visitor. */
export async function askerOf(url: string): Promise<Ask> {
  const { cipher: secret } = readConfig(process.env);
  const cipher = createCipher(secret.key, secret.iv);
  let token = '';
  const ask: Ask = async <C extends Call>(call: C, payload: InputOf<C>) => {
    const response = await fetch(`${url}/api/${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', ...(token && { authorization: `Bearer ${token}` }) },
      body: cipher.seal(JSON.stringify(payload)),
    });
    const { data, message }: Envelope<DataOf<C>> = JSON.parse(cipher.open(await response.text()));
    if (data === null) throw new Error(`${call.path}: ${message}`);
    return data;
  };
  ({ token } = await ask(userRegister, { domain: 'bench', platform: null }));
  return ask;
}
