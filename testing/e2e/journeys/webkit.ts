import { spawn } from 'node:child_process';
import { until, type Window } from './window.ts';

const PORT = 47_131;

/** WebKit, the engine of Safari, by its own WebDriver. */
export async function openWebKit(binary: string, env: NodeJS.ProcessEnv): Promise<Window> {
  const driver = spawn('WebKitWebDriver', [`--port=${PORT}`], { env, stdio: 'ignore' });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const request = { method, ...(body && { body: JSON.stringify(body) }) };
    const { value }: { value: unknown } = await (await fetch(`http://127.0.0.1:${PORT}${path}`, request)).json();
    if (typeof value === 'object' && value !== null && 'error' in value) throw new Error(JSON.stringify(value));
    return value;
  };
  await until('WebKitWebDriver', () => send('GET', '/status').catch(() => null));
  const browserOptions = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const opened = await send('POST', '/session', { capabilities });
  if (typeof opened !== 'object' || opened === null || !('sessionId' in opened)) throw new Error('no session');
  const session = `/session/${opened.sessionId}`;
  const idOf = (element: object) => `${session}/element/${Object.values(element)[0]}`;
  await send('POST', `${session}/window/rect`, { width: 420, height: 900 });
  return {
    navigate: async (url) => void (await send('POST', `${session}/url`, { url })),
    run: (script, ...args) => send('POST', `${session}/execute/sync`, { script, args }),
    press: async (element) => void (await send('POST', `${idOf(element)}/click`, {})),
    type: async (element, text) => void (await send('POST', `${idOf(element)}/value`, { text })),
    async close() {
      await send('DELETE', session).catch(() => undefined);
      driver.kill();
    },
  };
}
