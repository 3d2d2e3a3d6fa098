// Run by tests as a thread: the server's commands one after the other, in the same process.
import { parentPort, workerData } from 'node:worker_threads';

/** What is asked of a command; `env` is set for it alone. */
export type Question = { name: string; args: string[]; env?: Record<string, string> };
/** What a command has answered. */
export type Asked = Question & { code: number; stdout: string; stderr: string };

const questions: Question[] = workerData;
const CLI = new URL('../../server/cli.ts', import.meta.url);

for (const [number, question] of questions.entries()) {
  const { name, args, env = {} } = question;
  const asked: Asked = { ...question, code: 0, stdout: '', stderr: '' };
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
  // Loaded anew, for it reads the command line as it is loaded; what it is made of is not.
  await import(`${CLI.href}?${number}`);
  asked.code = await ended;
  for (const variable of Object.keys(env)) delete process.env[variable];
  parentPort?.postMessage(asked);
}
