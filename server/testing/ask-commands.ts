// Run by tests as a thread: the server's commands one after the other, each with the same arguments, in the same process.
import { parentPort, workerData } from 'node:worker_threads';

/** What a command has answered. */
export type Asked = { name: string; code: number; stdout: string; stderr: string };

const { names, args }: { names: string[]; args: string[] } = workerData;
const CLI = new URL('../cli.ts', import.meta.url);

for (const name of names) {
  const asked: Asked = { name, code: 0, stdout: '', stderr: '' };
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
  await import(`${CLI.href}?${name}`);
  asked.code = await ended;
  parentPort?.postMessage(asked);
}
