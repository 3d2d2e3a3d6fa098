import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import type { addPasskey as addCall, beginPasskey, passkeyLogin } from '#contract/console/passkeys';
import { isTaken, type Tx, transaction } from '../../core/db/db.ts';
import type { Ctx, StaffCaller, StaffCtx } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { logStaffEvent, staffActor } from './audit-log.ts';
import {
  addChallenge,
  addPasskey,
  endPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyKey,
  type PasskeyRow,
  passkeysOf,
  takeChallenge,
} from './passkey-store.ts';
import { isEnrolled, lockPerson } from './person-store.ts';
import type { StaffPorts } from './ports.ts';
import { lockCaller, renewSession, startSession } from './sessions.ts';
import { hashOf } from './tokens.ts';

const CHALLENGE_MS = 5 * 60_000;
const MOST_PASSKEYS = 20;

type Options = DataOf<typeof beginPasskey>;
type Signed = PayloadOf<typeof passkeyLogin>['signed'];

/** Passkeys (WebAuthn) take the place of name, password and code. The authenticator checks a finger, a face or a PIN. */
export type Passkeys = {
  beginLogin(ctx: Ctx): Promise<Options>;
  login(ctx: Ctx, signed: Signed): Promise<StaffCaller>;
  beginConfirm(ctx: StaffCtx): Promise<Options>;
  /** The same as the check of a code: the session gets a new token. */
  confirm(ctx: StaffCtx, signed: Signed): Promise<StaffCaller>;
  list(ctx: StaffCtx): Promise<PasskeyRow[]>;
  begin(ctx: StaffCtx): Promise<Options>;
  add(ctx: StaffCtx, payload: PayloadOf<typeof addCall>): Promise<void>;
  end(ctx: StaffCtx, id: number): Promise<void>;
};

/** Loaded at the first use: few starts of the server need it. */
const library = () => import('@simplewebauthn/server');

export function createPasskeys(pool: Pool, { siteName }: Pick<StaffPorts, 'siteName'>): Passkeys {
  async function newChallenge(personId: number | null, now: Date): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = Uint8Array.from(randomBytes(32));
    const text = Buffer.from(challenge).toString('base64url');
    await addChallenge(pool, hashOf(text), personId, new Date(now.getTime() + CHALLENGE_MS));
    return challenge;
  }

  /** The answer must belong to a challenge that was made for this person, or for a login, and each is accepted once. */
  const expected = ({ from, now }: Ctx, personId: number | null) => ({
    expectedChallenge: (challenge: string) => takeChallenge(pool, hashOf(challenge), personId, now),
    expectedOrigin: from.url,
    expectedRPID: hostOf(from.url),
    requireUserVerification: true,
  });

  async function beginSigning({ from, now }: Ctx, personId: number | null): Promise<Options> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: hostOf(from.url),
      challenge: await newChallenge(personId, now),
      allowCredentials: personId === null ? [] : (await passkeysOf(pool, personId)).map(descriptorOf),
      userVerification: 'required',
    });
    return { options: { ...options } };
  }

  /** The passkey that has signed, and its new count. Refuses an answer that is not right. */
  async function verify(ctx: Ctx, personId: number | null, signed: Signed) {
    const key = await findPasskey(pool, signed.id);
    if (!key || (personId !== null && key.personId !== personId)) return refuse('wrongPasskey');
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(ctx, personId),
      response: signed as AuthenticationResponseJSON,
      credential: { id: key.credentialId, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
    }).catch(noteWrong(ctx));
    return verified ? { key, counter: authenticationInfo.newCounter } : refuse('wrongPasskey');
  }

  return {
    beginLogin: (ctx) => beginSigning(ctx, null),

    async login(ctx, signed) {
      const { key, counter } = await verify(ctx, null, signed);
      return transaction(pool, async (tx) => {
        const person = await acceptPasskey(tx, key, counter, ctx.now);
        const event = { actor: staffActor(person.id), action: 'login', personId: person.id };
        await logStaffEvent(tx, { ...event, after: { factor: 'passkey' } }, ctx.now);
        return startSession(tx, ctx, person);
      });
    },

    beginConfirm: (ctx) => beginSigning(ctx, ctx.caller.personId),

    async confirm(ctx, signed) {
      const { key, counter } = await verify(ctx, ctx.caller.personId, signed);
      return renewSession(pool, ctx, async (tx) => {
        await acceptPasskey(tx, key, counter, ctx.now);
      });
    },

    list: ({ caller }) => listPasskeys(pool, caller.personId),

    async begin({ caller, from, now }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: await siteName(),
        rpID: hostOf(from.url),
        userName: caller.name,
        userID: new TextEncoder().encode(staffActor(caller.personId)),
        challenge: await newChallenge(caller.personId, now),
        attestationType: 'none',
        excludeCredentials: (await passkeysOf(pool, caller.personId)).map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options: { ...options } };
    },

    async add(ctx, { name, made }) {
      const { personId } = ctx.caller;
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...expected(ctx, personId),
        response: made as RegistrationResponseJSON,
      }).catch(noteWrong(ctx));
      if (!verified) return refuse('wrongPasskey');
      const { id: credentialId, publicKey, counter } = registrationInfo.credential;
      const key = { personId, name, credentialId, publicKey: Buffer.from(publicKey), counter, at: ctx.now };
      const transports = made.response.transports ?? [];
      await transaction(pool, async (tx) => {
        await lockCaller(tx, ctx);
        if ((await passkeysOf(tx, personId)).length >= MOST_PASSKEYS) return refuse('wrongPasskey', null, TOO_MANY);
        await addPasskey(tx, { ...key, transports });
        await log(tx, ctx, 'add-passkey', name);
      }).catch((error: unknown) => (isTaken(error) ? refuse('wrongPasskey') : Promise.reject(error)));
    },

    async end(ctx, id) {
      await transaction(pool, async (tx) => {
        const name = await endPasskey(tx, ctx.caller.personId, id);
        if (name !== null) await log(tx, ctx, 'end-passkey', name);
      });
    },
  };
}

const TOO_MANY = `最多 ${MOST_PASSKEYS} 个通行密钥，请先删除不用的`;

/** The person of a passkey that has signed; refuses a disabled person and a second use of the same answer. */
async function acceptPasskey(tx: Tx, key: PasskeyKey, counter: number, now: Date) {
  const person = await lockPerson(tx, key.personId);
  if (!person || person.disabledAt !== null || !isEnrolled(person)) return refuse('wrongPasskey');
  return (await notePasskeyUse(tx, key, counter, now)) ? person : refuse('wrongPasskey');
}

function log(tx: Tx, { caller, now }: StaffCtx, action: string, name: string) {
  const actor = staffActor(caller.personId);
  return logStaffEvent(tx, { actor, action, personId: caller.personId, after: { name } }, now);
}

function descriptorOf({ credentialId, transports }: PasskeyKey) {
  return { id: credentialId, transports };
}

/** The library throws if an answer is not right; its text goes to the log. */
function noteWrong({ log }: Ctx) {
  return (err: unknown) => {
    log.info({ err }, 'a passkey was refused');
    return refuse('wrongPasskey');
  };
}

/** Passkeys belong to a host name, not to an address of the network. */
function hostOf(url: string): string {
  return new URL(url).hostname;
}
