import * as v from 'valibot';
import { type Limit, perAddress } from '../call.ts';
import { Id, Time } from '../shapes.ts';
import { LONGEST_PASSWORD, LOOKS_BLANK, ROLES } from './roles.ts';

/** The limits of every call of the console. `session` counts by person. */
export const USUAL: readonly Limit[] = [...perAddress(600, 60), { by: 'session', points: 300, seconds: 60 }];
/** The limits of calls that check a password, a code or a link. */
export const GUESSED: readonly Limit[] = perAddress(30, 600);

/** The login name of a member of staff, which others see too. */
export const StaffName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(2),
  v.maxLength(30),
  // No control, format or other invisible characters, and no line breaks.
  v.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u),
);
/** A new login name. Logins also accept the names that were stored before this check. */
export const NewStaffName = v.pipe(
  StaffName,
  v.check((name) => !LOOKS_BLANK.test(name)),
);
export const StaffRole = v.picklist(ROLES);
export const StaffPassword = v.pipe(v.string(), v.maxLength(LONGEST_PASSWORD));
/** `working`: a member of staff has begun to look into it. */
export const FeedbackState = v.picklist(['open', 'working', 'answered', 'closed', 'withdrawn']);
/** The reason of an action, for the audit log. */
export const Reason = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
/** Six digits of the authenticator app, or a recovery code. */
export const FactorCode = v.pipe(v.string(), v.trim(), v.minLength(6), v.maxLength(40));
/** 128 random bits in base64url. */
export const LinkToken = v.pipe(v.string(), v.maxLength(64));

/** The secret of an authenticator app, as text and as the address in the QR code. */
export const Enrolment = v.object({ secret: v.string(), uri: v.string() });
export const RecoveryCodes = v.array(v.string());

/** The person who is logged in. */
export const Me = v.object({
  id: Id,
  name: v.string(),
  role: StaffRole,
  /** The end of the time in which calls with a fresh second factor are allowed. */
  freshUntil: Time,
  /** The number of unused recovery codes. */
  recoveryCodes: v.number(),
  site: v.string(),
});

/** An API key; the key itself is shown once. */
export const ApiKey = v.object({
  id: Id,
  name: v.string(),
  role: StaffRole,
  createdAt: Time,
  endsAt: Time,
  usedAt: v.nullable(Time),
});

/** A one-time link. Only this answer contains its token. */
export const MadeLink = v.object({ token: v.string(), expiresAt: Time });

/** A finding of the doctor: sentences without the full stop. */
export const Finding = v.object({
  check: v.string(),
  state: v.picklist(['note', 'warning', 'fault']),
  found: v.string(),
  advice: v.nullable(v.string()),
});
