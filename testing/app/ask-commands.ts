// Worker of tests: runs commands of the server one after the other.
import { parentPort, workerData } from 'node:worker_threads';

/** A command line; `env` is set only for it. */
export type Question = { name: string; args: string[]; env?: Record<string, string> };
/** The result of a command. */
export type AnsweredQuestion = Question & { code: number; stdout: string; stderr: string };

const questions: Question[] = workerData;
const CLI = new URL('../../server/cli.ts', import.meta.url);

for (const [number, question] of questions.entries()) {
  const { name, args, env = {} } = question;
  const asked: AnsweredQuestion = { ...question, code: 0, stdout: '', stderr: '' };
  Object.assign(process.env, env);
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array) => {
      asked[stream] += String(text);
      return true;
    };
  process.argv = [process.execPath, CLI.pathname, name, ...args];
  const ended = new Promise<number>((resolve) => {
    Object.assign(process, { exit: resolve });
  });
  // A new query string reloads cli.ts, which reads the command line when it is loaded. Its imports are not reloaded.
  await import(`${CLI.href}?${number}`);
  asked.code = await ended;
  for (const variable of Object.keys(env)) delete process.env[variable];
  parentPort?.postMessage(asked);
}
