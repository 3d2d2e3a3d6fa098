import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Confirm } from '../../server/operator/commands/confirm.ts';
import { runEditorial } from '../../server/operator/commands/editorial/editorial.ts';
import { readEditorialArgs } from '../../server/operator/commands/editorial/editorial-args.ts';
import type { EditorialContext } from '../../server/operator/commands/editorial/editorial-context.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../app/app.ts';

export type EditorialBench = Awaited<ReturnType<typeof openEditorialBench>>;

/** An app, a folder for files, and a function that runs the editorial command on them. */
export async function openEditorialBench(
  folder: string,
  channels: EditorialContext['channels'] = [],
  options: TestAppOptions = {},
) {
  const site: TestApp = await startTestApp(options);
  let confirm: Confirm = async () => true;
  let clock = () => new Date();

  /** Runs the command. Returns its exit code and output. */
  async function run(...argv: string[]) {
    const [stdout, stderr] = [collector(), collector()];
    const args = readEditorialArgs(argv, { stdout, stderr });
    const ports = { pool: site.pool, imageDir: site.imageDir, stdout, stderr, clock, channels, confirm };
    const code = typeof args === 'number' ? args : await runEditorial(args, ports);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  }

  return {
    site,
    run,
    /** Sets the answer to the command's question; initially yes. Null = no terminal. */
    answer(answer: boolean | null | Confirm) {
      confirm = typeof answer === 'function' ? answer : async () => answer;
    },
    setTime(now: Date) {
      clock = () => now;
    },
    async write(name: string, content: string | Buffer): Promise<string> {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    /** Everything the command may change. */
    async state() {
      const parts = await site.pool.query('select * from editorial.part order by name');
      const promotions = await site.pool.query('select * from catalog.promotion order by key');
      return { parts: parts.rows, promotions: promotions.rows };
    },
    close: () => site.close(),
  };
}

function collector() {
  const chunks: string[] = [];
  return { write: (text: string) => chunks.push(text), text: () => chunks.join('') };
}

/** Deletes all editorial data and its log. */
export async function forget({ pool }: Pick<TestApp, 'pool'>): Promise<void> {
  await pool.query(`delete from editorial.part; delete from catalog.promotion;
    alter table audit.entry disable trigger user; delete from audit.entry; alter table audit.entry enable trigger user`);
}
