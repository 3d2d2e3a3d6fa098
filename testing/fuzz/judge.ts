import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Call, Schema } from '#contract/call';
import * as codes from '#contract/codes';
import { Envelope } from '#contract/envelope';
import { REFUSALS } from '#contract/refusals';

const BODIES_REFUSED: readonly number[] = [codes.unreadableRequest, codes.invalidField];
const Wait = v.strictObject({ retryAfter: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/** The violation of the contract in a response; null = none. */
export function faultOf(call: Call, http: number, text: string): string | null {
  const parsed = v.safeParse(Envelope, parse(text));
  if (!parsed.success) return `HTTP ${http} with no envelope: ${text.slice(0, 200)}`;
  const { status, message, code, data } = parsed.output;
  if (message === '') return `code ${code} without a message`;
  if (BODIES_REFUSED.includes(code)) return expect(http === 400 && status === 0 && data === null, http, text);
  if (http !== 200) return `HTTP ${http}, code ${code}: ${text.slice(0, 200)}`;
  if (code === 0) return expect(status === 1, http, text) ?? misfit(call.data, data);
  if (code === codes.sessionLost) return expect(status === 403 && data === null && call.who !== 'anyone', http, text);
  if (status !== 0) return `status ${status} with code ${code}`;
  if (code === codes.tooManyRequests) return misfit(Wait, data);
  if (code === codes.loginRequired && call.who === 'registered') return expect(data === null, http, text);
  const refusal = Object.values(REFUSALS).find((each) => each.code === code);
  const schema: Schema | null | undefined = refusal && call.refusals[refusal.name];
  if (schema === undefined) return `code ${code} is not declared`;
  return schema ? misfit(schema, data) : expect(data === null, http, text);
}

function expect(holds: boolean, http: number, text: string): string | null {
  return holds ? null : `HTTP ${http}, ${text.slice(0, 200)}`;
}

/** Whether data matches a schema exactly, without undeclared fields. */
function misfit(schema: Schema, data: unknown): string | null {
  const parsed = v.safeParse(schema, data);
  if (!parsed.success) return `${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`;
  return isDeepStrictEqual(parsed.output, data) ? null : `more than declared: ${JSON.stringify(data).slice(0, 300)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
