import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));

/** Runs a program through `runInPlace`, as `npm start` does. `drive` gets the front process. */
async function runThrough(program: string, drive: (front: { kill(signal: NodeJS.Signals): unknown }) => void) {
  const front = spawn(process.execPath, ['--input-type=module', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  front.stdin.end(`
    const { exitWith, runInPlace } = await import(${JSON.stringify(RUN)});
    await exitWith(() => runInPlace(process.execPath, ['-e', ${JSON.stringify(program)}]));
  `);
  let output = '';
  front.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (String(chunk).includes('ready')) drive(front);
  });
  const [code] = await once(front, 'close');
  return { code, output: output.trim().split('\n') };
}

const COUNTS_SIGNALS = `
  let count = 0;
  process.on('SIGTERM', () => { count += 1; setTimeout(() => { console.log('signal ' + count); process.exit(0); }, 300); });
  setTimeout(() => {}, 20_000);
  console.log('ready');
`;

test('the exit code of the program is returned', async () => {
  expect((await runThrough('process.exit(7)', () => {})).code).toBe(7);
});

test('a stop signal that arrives twice is forwarded once, and a clean stop ends with 0', async () => {
  const { code, output } = await runThrough(COUNTS_SIGNALS, (front) => {
    front.kill('SIGTERM');
    setTimeout(() => front.kill('SIGTERM'), 100);
  });
  expect(output).toEqual(['ready', 'signal 1']);
  expect(code).toBe(0);
});

test('a program killed by a signal has the exit code of a shell', async () => {
  const { code } = await runThrough(`console.log('ready'); setTimeout(() => {}, 20_000)`, (front) =>
    front.kill('SIGTERM'),
  );
  expect(code).toBe(143);
});
