import { runComics } from '../../server/operator/commands/comics/comics.ts';
import { readComicsArgs } from '../../server/operator/commands/comics/comics-args.ts';
import type { TestApp } from '../app/app.ts';

export type Typed = { code: number; out: string };

/** Runs `manyu comics` commands on a site that may start later. `answer`: the operator's answer to questions. */
export function comicCommands(
  site: () => Pick<TestApp, 'pool' | 'imageDir' | 'caughtUp'>,
  { clock = () => new Date(), answer = () => null }: { clock?: () => Date; answer?: () => boolean | null } = {},
) {
  async function type(...args: string[]): Promise<Typed> {
    const written: string[] = [];
    const stdout = { write: (text: string) => void written.push(text) };
    const parsed = readComicsArgs(args, { stdout, stderr: stdout, clock });
    if (typeof parsed === 'number') return { code: parsed, out: written.join('') };
    const { signal: stop } = new AbortController();
    const { pool, imageDir, caughtUp } = site();
    const parts = { pool, imageDir, stop, clock, stdout, stderr: stdout };
    const code = await runComics(parsed, { ...parts, confirm: async () => answer() });
    await caughtUp();
    return { code, out: written.join('') };
  }

  return {
    type,
    /** The numbers of the log that a change has given. */
    async done(...args: string[]): Promise<string> {
      const { code, out } = await type(...args, '--yes');
      if (code !== 0) throw new Error(out);
      return /撤回：manyu comics undo (\S+)/.exec(out)?.[1] ?? '';
    },
  };
}
