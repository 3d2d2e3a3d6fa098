import type { Configuration, IDToken } from 'openid-client';
import type { Pool } from 'pg';
import * as v from 'valibot';
import type { DataOf, PayloadOf } from '#contract/call';
import type { beginOidc, oidcLogin } from '#contract/console/oidc';
import type { Role } from '#contract/console/roles';
import { NewStaffName } from '#contract/console/shapes';
import { type Tx, transaction } from '../../core/db/db.ts';
import type { Ctx, StaffCaller } from '../../core/dispatch/ctx.ts';
import { Refusal, refuse } from '../../core/refusal/refusal.ts';
import { logStaffEvent, staffActor } from './audit-log.ts';
import { endAllKeys } from './key-store.ts';
import { managePerson } from './manage-people.ts';
import { addOidcLogin, addOidcPerson, findPersonBySubject, takeOidcLogin } from './oidc-store.ts';
import { lockPeople, lockPerson } from './person-store.ts';
import { dropFirstLinks } from './secret-store.ts';
import { endOtherSessions } from './session-store.ts';
import { startSession } from './sessions.ts';
import { hashOf } from './tokens.ts';

const LOGIN_MS = 10 * 60_000;
const SECONDS_TO_ANSWER = 10;
const CALLBACK = '/console/oidc';
const MOST_NAMES = 20;
/** The actor of the audit log for decisions of the provider. */
const OIDC_ACTOR = 'oidc';

/** How staff log in with an account of an OpenID provider. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The text of the button. */
  button: string;
  scope: string;
  /** The claim that has the groups of a person, and the role of each group; the first that fits counts. */
  claim: string;
  roles: readonly (readonly [group: string, role: Role])[];
};

export type Oidc = {
  button: string | null;
  begin(ctx: Ctx): Promise<DataOf<typeof beginOidc>>;
  login(ctx: Ctx, payload: PayloadOf<typeof oidcLogin>): Promise<StaffCaller>;
};

/** Loaded at the first use: most sites don't need it. */
const library = () => import('openid-client');

/** Logins by OIDC: the authorization code flow with PKCE, state and nonce. The signature of the id token is checked too. */
export function createOidc(pool: Pool, settings: OidcSettings | null): Oidc {
  let discovering: Promise<Configuration> | null = null;

  function configuration(wanted: OidcSettings): Promise<Configuration> {
    discovering ??= discover(wanted).catch((error: unknown) => {
      // The provider may be away for now.
      discovering = null;
      throw error;
    });
    return discovering;
  }

  /** Anything that goes wrong with the provider; its text goes to the log. */
  const noteFailure =
    ({ log }: Ctx) =>
    (err: unknown) => {
      log.warn({ err }, 'a login by OIDC failed');
      return refuse('oidcFailed');
    };

  return {
    button: settings?.button ?? null,

    async begin(ctx) {
      if (settings === null) return refuse('oidcFailed');
      const client = await library();
      const config = await configuration(settings).catch(noteFailure(ctx));
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const expiresAt = new Date(ctx.now.getTime() + LOGIN_MS);
      await addOidcLogin(pool, hashOf(state), nonce, verifier, expiresAt);
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${ctx.from.url}${CALLBACK}`,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state };
    },

    async login(ctx, { state, query }) {
      if (settings === null) return refuse('oidcFailed');
      const begun = await takeOidcLogin(pool, hashOf(state), ctx.now);
      if (!begun) return refuse('oidcFailed');
      const client = await library();
      const config = await configuration(settings).catch(noteFailure(ctx));
      const answered = new URL(`${ctx.from.url}${CALLBACK}?${query}`);
      const checks = { expectedState: state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier };
      const tokens = await client
        .authorizationCodeGrant(config, answered, { ...checks, idTokenExpected: true })
        .catch(noteFailure(ctx));
      const claims = tokens.claims() ?? refuse('oidcFailed');
      return transaction(pool, (tx) => enter(tx, ctx, settings, claims)).then(
        (caller) => caller ?? refuse('oidcNoRole'),
      );
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await library();
  const server = new URL(issuer);
  const isLocal = server.protocol === 'http:';
  const config = await client.discovery(server, clientId, clientSecret, client.ClientSecretBasic(clientSecret), {
    timeout: SECONDS_TO_ANSWER,
    // The settings accept http on this machine alone.
    execute: isLocal ? [client.allowInsecureRequests] : [],
  });
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Starts a session of the person with these claims, who may be new. Null if none of their groups has a role. */
async function enter(tx: Tx, ctx: Ctx, settings: OidcSettings, claims: IDToken): Promise<StaffCaller | null> {
  await lockPeople(tx);
  const subject = `${claims.iss} ${claims.sub}`;
  const role = roleOf(settings, claims[settings.claim]);
  const found = await findPersonBySubject(tx, subject);
  if (role === null) {
    if (found) await shutOut(tx, found.id);
    return null;
  }
  const id = found?.id ?? (await addPerson(tx, ctx, subject, role, claims));
  const person = await lockPerson(tx, id);
  if (!person || person.disabledAt !== null) return refuse('oidcFailed');
  if (person.role !== role) await setRole(tx, ctx, id, role);
  const event = { actor: staffActor(id), action: 'login', personId: id, after: { factor: 'oidc' } };
  await logStaffEvent(tx, event, ctx.now);
  return startSession(tx, ctx, { id, name: person.name, role });
}

/** The last owner keeps the role, because only owners can change the staff. */
async function setRole(tx: Tx, ctx: Ctx, id: number, role: Role): Promise<void> {
  const actor = { name: OIDC_ACTOR, personId: null };
  await managePerson(tx, actor, id, { kind: 'role', role }, ctx.now).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('oidcNoRole') : error;
  });
}

/** Somebody who has no role any more keeps nothing that works. */
async function shutOut(tx: Tx, id: number): Promise<void> {
  await endOtherSessions(tx, id);
  await endAllKeys(tx, id);
}

async function addPerson(tx: Tx, ctx: Ctx, subject: string, role: Role, claims: IDToken): Promise<number> {
  const name = nameOf(claims);
  for (let each = 1; each <= MOST_NAMES; each++) {
    const spelled = each === 1 ? name : `${name.slice(0, 26)} ${each}`;
    const id = await addOidcPerson(tx, { name: spelled, role, subject }, ctx.now);
    if (id === null) continue;
    await dropFirstLinks(tx);
    await logStaffEvent(tx, { actor: OIDC_ACTOR, action: 'invite', personId: id, after: { role } }, ctx.now);
    return id;
  }
  return refuse('oidcFailed');
}

function nameOf({ preferred_username: username, name, email, sub }: IDToken): string {
  const wanted = [username, name, email, `员工 ${sub}`.slice(0, 30)];
  return (
    (wanted.map((each) => v.safeParse(NewStaffName, each)).find(({ success }) => success)?.output as string) ?? '员工'
  );
}

/** The claim may be one group or several. */
function roleOf({ roles }: OidcSettings, claim: unknown): Role | null {
  const groups = Array.isArray(claim) ? claim : [claim];
  return roles.find(([group]) => groups.includes(group))?.[1] ?? null;
}
