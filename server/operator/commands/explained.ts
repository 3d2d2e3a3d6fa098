import { Refusal } from '../../core/refusal/refusal.ts';

type Out = { write(text: string): unknown };

/** Returns the exit code of `work`. If it refuses, prints the sentence after `prefix` and returns `refusedCode`. */
export async function explained(
  stdout: Out,
  prefix: string,
  work: () => Promise<number>,
  refusedCode = 1,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    stdout.write(`${prefix}${error.message}。\n`);
    return refusedCode;
  }
}
