import * as v from 'valibot';
import { Count } from './shapes.ts';

/** A mainland number: 11 digits beginning with 1. */
export const Telephone = v.pipe(v.string(), v.regex(/^1\d{10}$/));
/** A code sent by SMS. */
export const Code = v.pipe(v.string(), v.regex(/^\d{6}$/));
/**
 * A solved proof of work: base64 of the JSON `{ "challenge": …, "solution": { "counter", "derivedKey" } }`, with `challenge`
 * exactly as `user/challenge` answered it (`parameters` and `signature`, nothing left out or added) and the solution of
 * altcha: the first counter from 0 whose `derivedKey` = PBKDF2-HMAC-SHA-256(password = nonce bytes and the counter as
 * four bytes, big-endian; salt bytes; `cost` iterations; `keyLength` bytes), in lower-case hex, begins with `keyPrefix`.
 * It is good for one call, of the purpose it was requested for, within ten minutes.
 */
export const Proof = v.pipe(v.string(), v.maxLength(4000));
/** The difficulty of a proof of work: each step doubles the work. */
export const Effort = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4));
export const NeededEffort = v.nullable(v.object({ effort: Effort }));
export const ResendAfter = v.object({ resendAfter: Count });
/** The seconds that remain until another code may be sent. */
export const RetryAfter = v.object({ retryAfter: Count });
