import { once } from 'node:events';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { faultText } from '../../core/text/fault-text.ts';
import { DEFAULT_PARTS } from '../../modules/editorial/editorial.ts';
import { openReceivers } from './receivers.ts';
import { ALERTS_FILE_NAME, type AlertsPlace, readAlertSettings } from './settings.ts';

const UNNAMED = DEFAULT_PARTS.site.name;

type AlertContext = AlertsPlace & {
  fetch: typeof globalThis.fetch;
  stdout: { write(text: string): unknown };
  /** Read from the database, which may be unreachable: alerts must work then too. */
  siteName(): Promise<string>;
};

/** How long to wait for the name of the site before sending without it. */
const NAMED_WITHIN_MS = 2_000;

/** Returns the exit code. Needs no database: without one, the default name of the site is used. */
export async function runAlertTest({ fetch, stdout, siteName, ...place }: AlertContext): Promise<number> {
  const read = await readAlertSettings(place);
  if (read === null) {
    stdout.write(`没有 ${ALERTS_FILE_NAME}：谁也不会收到告警。\n`);
    return 1;
  }
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) stdout.write(`${formatMistake(ALERTS_FILE_NAME, mistake)}。\n`);
    return 1;
  }
  const site = await nameOf(siteName, (why) => stdout.write(`没有读到网站的名字，写「${UNNAMED}」：${why}。\n`));
  const faults = await Promise.all(
    openReceivers(read.settings, fetch).map(async ({ name, send }) => {
      const fault = await send(`【${site}】这是一条试验的告警`).then(
        () => null,
        (error: unknown) => faultText(error, []),
      );
      stdout.write(fault === null ? `${name}：发到了，看看那边。\n` : `${name}：没有发到：${fault}。\n`);
      return fault;
    }),
  );
  return faults.every((fault) => fault === null) ? 0 : 1;
}

async function nameOf(siteName: () => Promise<string>, onFault: (why: string) => void): Promise<string> {
  const late = AbortSignal.timeout(NAMED_WITHIN_MS);
  const tooLate = once(late, 'abort').then(() => Promise.reject(new Error('数据库两秒之内没有应答')));
  try {
    return await Promise.race([siteName(), tooLate]);
  } catch (error) {
    onFault(error instanceof Error ? error.message.replace(/。$/, '') : String(error));
    return UNNAMED;
  }
}
