import { REFUSALS, type RefusalName } from '#contract/refusals';

/** The envelope of a refusal, not encrypted. */
export function refusalText(name: RefusalName, data: unknown = null): string {
  const { code, message } = REFUSALS[name];
  return JSON.stringify({ status: 0, message, code, data });
}
