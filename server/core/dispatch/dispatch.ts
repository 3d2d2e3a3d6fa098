import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall, Call, DataOf, Limit, PayloadOf } from '#contract/call';
import type { StaffCall } from '#contract/console/staff-call';
import type { Envelope } from '#contract/envelope';
import { REFUSALS, type RefusalName } from '#contract/refusals';
import type { Topic } from '../changes/changes.ts';
import { addressKey, networkKey, type RateLimits } from '../limits/rate-limit.ts';
import { BadField, Refusal, type RefuseFor, refuse } from '../refusal/refusal.ts';
import type { Answer, MadeAnswer } from './answer.ts';
import { type CallBody, openBody } from './body.ts';
import type { Cipher } from './cipher.ts';
import type { Caller, Clock, Ctx, Origin, SessionCtx, StaffCaller, StaffCtx } from './ctx.ts';

type CtxFor<C extends AnyCall> = C['who'] extends 'anyone' ? Ctx : C extends Call ? SessionCtx : StaffCtx;

/** Handles a call: takes the context and the payload, returns the data of the answer. */
export type Handler<C extends AnyCall> = (
  ctx: CtxFor<C>,
  payload: PayloadOf<C>,
  refuse: RefuseFor<C>,
) => Promise<DataOf<C>> | DataOf<C>;

/**
 * A call with its handler. `shared`: the answer is the same for everybody and is cached, sealed, until one of these
 * topics changes. `weight`: as how many calls one with this payload counts under the limits of the call, 1 at least.
 */
export type Served = {
  call: Call | StaffCall;
  shared: readonly Topic[] | null;
  weight(payload: unknown): number;
  run(ctx: Ctx, payload: unknown): Promise<unknown>;
};

/** Binds a call to its handler. */
export function serve<C extends Call | StaffCall>(
  call: C,
  handler: Handler<C>,
  {
    shared = null,
    weight = () => 1,
  }: { shared?: readonly Topic[] | null; weight?(payload: PayloadOf<C>): number } = {},
): Served {
  return {
    call,
    shared,
    weight: (payload) => weight(payload as PayloadOf<C>),
    // The dispatcher has checked the caller and parsed the payload with this entry's schema before.
    run: async (ctx, payload) => handler(ctx as CtxFor<C>, payload as PayloadOf<C>, refuse as RefuseFor<C>),
  };
}

export type DispatcherParts = {
  served: readonly Served[];
  cipher: Cipher;
  clock: Clock;
  log: Logger;
  limits: RateLimits;
  /** The caller with a token, who may make the call; null = unknown, expired, revoked or banned. */
  authorise(token: string, ctx: Ctx, call: Call | StaffCall): Promise<Caller | StaffCaller | null>;
  /** Refuses a call of the console that names comics of others, if the caller is an author. */
  checkAuthorScope?(caller: StaffCaller, call: StaffCall, payload: unknown): Promise<void>;
  /** Receives each error that is not a refusal. */
  observeFault(error: unknown): void;
  /** Tests validate every answer and refusal against the contract; in production the types suffice. */
  checkAnswers?: boolean;
};

export type Dispatcher = {
  /** The call with this path. */
  find(path: string): Served | undefined;
  /** Makes the answer. `body` is the sealed one, or the one that was opened for this call. */
  handle(path: string, body: string | CallBody | null, from: Origin): Promise<MadeAnswer>;
  /** The answer to a caller who has to wait. */
  refuseFor(seconds: number, from: Origin): Promise<MadeAnswer>;
};

/** Calls of our own pages. No limit counts them. */
export const PAGE: Origin = { address: '127.0.0.1', url: '', secure: false, userAgent: '', token: null };

type Outcome = { http: Answer['status']; envelope: Envelope };

const { code: LOST_CODE, message: LOST_MESSAGE } = REFUSALS.sessionLost;
const LOST: Envelope = { status: 403, message: LOST_MESSAGE, code: LOST_CODE, data: null };

/** Every call is handled in the same steps: open → find → limit → authorise → parse → run → seal. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const calls = new Map(parts.served.map((served) => [served.call.path, served]));

  async function handle(path: string, body: string | CallBody | null, from: Origin): Promise<MadeAnswer> {
    const served = calls.get(path);
    const opened = typeof body === 'string' ? openBody(body, parts.cipher, served?.call) : body;
    return answer(from, (ctx) => outcome(served, opened, ctx));
  }

  async function answer(from: Origin, work: (ctx: Ctx) => Promise<Outcome>): Promise<MadeAnswer> {
    let token: string | undefined;
    let deviceCookie: string | undefined;
    let validUntil: Date | undefined;
    const now = parts.clock();
    const ctx: Ctx = {
      now,
      log: parts.log,
      from,
      setToken: (value) => {
        token = value;
      },
      setDeviceCookie: (value) => {
        deviceCookie = value;
      },
      validUntil: (moment) => {
        if (moment && moment > now && (!validUntil || moment < validUntil)) validUntil = moment;
      },
    };
    const { http, envelope } = await work(ctx);
    const sealed = parts.cipher.seal(JSON.stringify(envelope));
    const expires = validUntil && httpDate(validUntil);
    const { code } = envelope;
    // A call that failed has stored no new cookie: the device keeps the one it has.
    if (code !== 0) deviceCookie = undefined;
    return { status: http, body: sealed, token, deviceCookie, expires, code, madeAt: now, validUntil };
  }

  async function outcome(served: Served | undefined, body: CallBody | null, ctx: Ctx): Promise<Outcome> {
    try {
      if (!body) refuse('unreadableRequest');
      if (!served) return { http: 200, envelope: refusalEnvelope(new Refusal('unknownCall')) };
      const wait = await limited(served.call, keysOf(ctx.from));
      if (wait !== null) return { http: 200, envelope: tooManyRequests(wait) };
      return { http: 200, envelope: await run(served, body, ctx) };
    } catch (error) {
      // The session ended while the call was being handled.
      if (error instanceof Refusal && error.name === 'sessionLost') return { http: 200, envelope: LOST };
      if (error instanceof Refusal && parts.checkAnswers) checkRefusal(served?.call, error);
      if (error instanceof Refusal)
        return { http: error.name === 'unreadableRequest' ? 400 : 200, envelope: refusalEnvelope(error) };
      if (error instanceof BadField) return { http: 400, envelope: badFieldEnvelope(error.field) };
      ctx.log.error({ err: error, path: served?.call.path }, 'a call failed');
      parts.observeFault(error);
      return { http: 500, envelope: refusalEnvelope(new Refusal('serverError')) };
    }
  }

  async function run(served: Served, body: CallBody, ctx: Ctx): Promise<Envelope> {
    const { call } = served;
    if (call.who !== 'anyone') {
      const token = (carriesToken(call) ? tokenOf(body.input) : null) ?? ctx.from.token;
      const caller = token === null ? null : await parts.authorise(token, ctx, call);
      if (!caller) return LOST;
      const isReader = 'readerId' in caller;
      if (call.who === 'registered' && !(isReader && caller.registered)) refuse('loginRequired');
      const wait = await limited(call, { session: isReader ? String(caller.readerId) : `staff ${caller.personId}` });
      if (wait !== null) refuse('tooManyRequests', { retryAfter: wait });
      Object.assign(ctx, { caller });
    }
    const parsed = body.parsed();
    if (!parsed.success) throw new BadField(v.getDotPath(parsed.issues[0]) ?? '');
    if ('caller' in ctx) await parts.checkAuthorScope?.(ctx.caller as StaffCaller, call as StaffCall, parsed.output);
    const further = served.weight(parsed.output) - 1;
    const wait = further > 0 ? await limited(call, keysOf(ctx.from), further) : null;
    if (wait !== null) refuse('tooManyRequests', { retryAfter: wait });
    const data = await served.run(ctx, parsed.output);
    if (parts.checkAnswers) v.parse(call.data, data);
    return { status: 1, message: 'success', code: 0, data };
  }

  /** Counts a call in each of its limits that has a key here. Returns the seconds to wait if a limit is reached, else null. */
  async function limited(call: AnyCall, keys: LimitKeys, points = 1): Promise<number | null> {
    for (const limit of call.limits) {
      const key = keys[limit.by];
      const wait = key === undefined ? null : await parts.limits.take(call.path, limit, key, points);
      if (wait !== null) return wait;
    }
    return null;
  }

  return {
    find: (path) => calls.get(path),
    handle,
    refuseFor: (seconds, from) => answer(from, async () => ({ http: 200, envelope: tooManyRequests(seconds) })),
  };
}

type LimitKeys = Partial<Record<Limit['by'], string>>;

function keysOf(from: Origin): LimitKeys {
  return from === PAGE ? {} : { address: addressKey(from.address), network: networkKey(from.address) };
}

function tooManyRequests(retryAfter: number): Envelope {
  return refusalEnvelope(new Refusal('tooManyRequests', { retryAfter }));
}

/** Rounded up to whole seconds, as the header has no fractions: a client must not come too early. */
function httpDate(moment: Date): string {
  return new Date(Math.ceil(moment.getTime() / 1000) * 1000).toUTCString();
}

/** `user/info` has the token in its payload, all other calls have it in the header; unknown fields are ignored. */
function carriesToken({ payload }: AnyCall): boolean {
  return 'entries' in payload && Object.hasOwn(payload.entries as object, 'token');
}

function tokenOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, 'token')) return null;
  const { token } = payload as { token: unknown };
  return typeof token === 'string' ? token : null;
}

/** The refusals of the dispatcher itself; every other one is declared by its call. */
const OF_EVERY_CALL: readonly RefusalName[] = [
  'unreadableRequest',
  'tooManyRequests',
  'loginRequired',
  'staffForbidden',
  'factorRequired',
  'serverError',
];

function checkRefusal(call: AnyCall | undefined, { name, data }: Refusal): void {
  const schema = call?.refusals[name];
  if (schema) v.parse(schema, data);
  else if (schema === undefined && !OF_EVERY_CALL.includes(name))
    throw new Error(`${call?.path} refuses with ${name}, which it does not declare`);
}

function refusalEnvelope(refusal: Refusal): Envelope {
  return { status: 0, message: refusal.message, code: REFUSALS[refusal.name].code, data: refusal.data };
}

function badFieldEnvelope(field: string): Envelope {
  const { code, message } = REFUSALS.invalidField;
  return { status: 0, message: field === '' ? message : `${message}：${field}`, code, data: null };
}
