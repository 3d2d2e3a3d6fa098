import * as oidc from '#contract/console/oidc';
import * as passkeys from '#contract/console/passkeys';
import * as session from '#contract/console/session';
import * as staff from '#contract/console/staff';
import { createPasskey } from '../passkey.ts';
import { codeOf, logIn, STAFF_PASSWORD, staffCall } from '../staff.ts';
import { type ConsoleBench, type Sample, sample } from './bench.ts';

const KEY = { name: '脚本', role: 'viewer', days: 1 } as const;

/** The writes to the own account and to other members of staff. */
export const ACCOUNT_WRITES: readonly Sample[] = [
  sample(session.login, async ({ person }) => {
    const { id, name, secret } = await person();
    return { payload: { name, password: STAFF_PASSWORD, code: codeOf(secret, new Date(), 1) }, by: { id } };
  }),
  sample(session.takeLink, async ({ ask, person }) => {
    const { id } = await person();
    const { token } = await ask(staff.resetPerson, { id });
    const { secret } = await ask(session.openLink, { token });
    return { payload: { token, password: STAFF_PASSWORD, code: codeOf(secret, new Date()) }, by: { id } };
  }),
  sample(session.logout, async ({ person }) => ({ payload: {}, by: await person() })),
  sample(session.endSession, async ({ site, ask, person }) => {
    const by = await person();
    await logIn(site, by, new Date(), 1);
    const other = (await ask(session.sessions, {}, by)).list.find(({ current }) => !current);
    return { payload: { id: other?.id ?? 0 }, by };
  }),
  sample(session.changePassword, async ({ person }) => ({
    payload: { old: STAFF_PASSWORD, password: 'another quiet harbour 38' },
    by: await person(),
  })),
  sample(session.changeFactor, async ({ ask, person }) => {
    const by = await person();
    const { secret } = await ask(session.beginFactor, {}, by);
    return { payload: { code: codeOf(secret, new Date()) }, by };
  }),
  sample(session.renewRecoveryCodes, async ({ person }) => ({ payload: {}, by: await person() })),
  sample(session.addKey, () => ({ payload: KEY })),
  sample(session.endKey, async ({ ask, person }) => {
    const by = await person();
    await ask(session.addKey, KEY, by);
    return { payload: { id: (await ask(session.keys, {}, by)).list[0]?.id ?? 0 }, by };
  }),
  sample(passkeys.addPasskey, async ({ ask, owner }) => {
    const { options } = await ask(passkeys.beginPasskey, {}, owner);
    return { payload: { name: '手机', made: createPasskey().make(options) } };
  }),
  sample(passkeys.passkeyLogin, async (bench) => {
    const { by, passkey } = await withPasskey(bench);
    const { options } = await bench.ask(passkeys.beginPasskeyLogin, {});
    return { payload: { signed: passkey.sign(options) }, by: { id: by.id } };
  }),
  sample(passkeys.endPasskey, async (bench) => {
    const { by } = await withPasskey(bench);
    return { payload: { id: (await bench.ask(passkeys.passkeys, {}, by)).list[0]?.id ?? 0 }, by };
  }),
  sample(oidc.oidcLogin, async ({ site, ask, provider }) => {
    const answered = async () => {
      const { url, state } = await ask(oidc.beginOidc, {});
      return { state, query: provider.authorize(url, { sub: 'artist', groups: ['artists'] }) };
    };
    // The first login makes the person.
    const { data } = await staffCall(site, oidc.oidcLogin, await answered());
    return { payload: await answered(), by: { id: data?.id ?? 0 } };
  }),
  sample(staff.invite, ({ word }) => ({ payload: { name: word(), role: 'editor' as const } })),
  sample(staff.changeRole, async ({ person }) => ({ payload: { id: (await person()).id, role: 'viewer' as const } })),
  sample(staff.disable, async ({ person }) => ({ payload: { id: (await person()).id, disabled: true } })),
  sample(
    staff.disable,
    async ({ ask, person }) => {
      const { id } = await person();
      await ask(staff.disable, { id, disabled: true });
      return { payload: { id, disabled: false } };
    },
    'enable',
  ),
  sample(staff.resetPerson, async ({ person }) => ({ payload: { id: (await person()).id } })),
  sample(staff.endSessions, async ({ person }) => ({ payload: { id: (await person()).id } })),
  sample(staff.endStaffKey, async ({ ask, person }) => {
    const by = await person();
    await ask(session.addKey, KEY, by);
    const [key] = (await ask(session.keys, {}, by)).list;
    return { payload: { id: by.id, keyId: key?.id ?? 0 } };
  }),
  sample(staff.auditExport, () => ({ payload: {} })),
];

/** A person with a passkey. */
export async function withPasskey({ ask, person }: ConsoleBench) {
  const by = await person();
  const passkey = createPasskey();
  const { options } = await ask(passkeys.beginPasskey, {}, by);
  await ask(passkeys.addPasskey, { name: '手机', made: passkey.make(options) }, by);
  return { by, passkey };
}
