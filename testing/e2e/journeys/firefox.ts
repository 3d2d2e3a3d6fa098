import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until, type Window } from './window.ts';

/** Drives Firefox with Marionette, the protocol behind geckodriver, because Debian has no geckodriver. */
export async function openFirefox(binary: string, env: NodeJS.ProcessEnv): Promise<Window> {
  const profile = await mkdtemp(path.join(tmpdir(), 'manyu-firefox-'));
  // With port 0 Firefox chooses a port and writes it into a file.
  await writeFile(path.join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const port = async () => Number(await readFile(path.join(profile, 'MarionetteActivePort'), 'utf8'));
  const args = ['--marionette', '--headless', '--profile', profile, '--width', '420', '--height', '900'];
  const browser = spawn(binary, args, { env: { ...env, HOME: profile }, stdio: 'ignore' });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  const send = marionette(
    await until('Firefox', () =>
      port()
        .then(reach)
        .catch(() => null),
    ),
  );
  await send('WebDriver:NewSession', {});
  await send('WebDriver:SetWindowRect', { width: 420, height: 900 });
  const resultOf = (answer: unknown) =>
    typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null;
  const idOf = (element: object) => ({ id: Object.values(element)[0] });
  return {
    navigate: async (url) => void (await send('WebDriver:Navigate', { url })),
    run: async (script, ...scriptArgs) => resultOf(await send('WebDriver:ExecuteScript', { script, args: scriptArgs })),
    press: async (element) => void (await send('WebDriver:ElementClick', idOf(element))),
    type: async (element, text) => void (await send('WebDriver:ElementSendKeys', { ...idOf(element), text })),
    async close() {
      browser.kill();
      await gone;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

function reach(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends commands: each message is its length in bytes, a colon, and JSON; an answer is `[1, id, error, result]`. */
function marionette(socket: Socket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received: Buffer = Buffer.alloc(0);
  let sent = 0;
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (let colon = received.indexOf(58); colon > 0; colon = received.indexOf(58)) {
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (received.length < end) return;
      const message: unknown = JSON.parse(received.toString('utf8', colon + 1, end));
      received = received.subarray(end);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error)));
      else waiting.get(id)?.resolve(result);
    }
  });
  socket.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  return (command: string, parameters: object): Promise<unknown> => {
    sent += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(sent, answer);
    const message = JSON.stringify([0, sent, command, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer.promise;
  };
}
