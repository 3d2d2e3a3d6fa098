import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import type { DataOf, InputOf } from '#contract/call';
import type { Role } from '#contract/console/roles';
import type { StaffCall } from '#contract/console/staff-call';
import { startTestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';
import { createFakeAlipay } from '../../gateways/alipay.ts';
import { CLIENT, startOidcProvider } from '../../gateways/oidc-provider.ts';
import { addComic } from '../comics.ts';
import { addPerson, firstOwner, postConsole, type StaffPerson, staffCall } from '../staff.ts';

export type ConsoleBench = Awaited<ReturnType<typeof openConsoleBench>>;

/** The person who sends a call. Calls before the login are sent without a cookie. */
export type Sender = { id: number; cookie?: string };

type PreparedCall<Payload> = { payload: Payload; by?: Sender };

/** A call of the console, and a function that prepares its data and returns a valid payload. */
export type Sample = {
  path: string;
  /** The path, and which of its effects this is. */
  name: string;
  prepare(bench: ConsoleBench): PreparedCall<object> | Promise<PreparedCall<object>>;
};

/** `by`: default: an owner, whose second factor is fresh. */
export function sample<C extends StaffCall>(
  { path }: C,
  prepare: (bench: ConsoleBench) => PreparedCall<InputOf<C>> | Promise<PreparedCall<InputOf<C>>>,
  effect?: string,
): Sample {
  const name = effect === undefined ? path : `${path} (${effect})`;
  return { path, name, prepare: prepare as Sample['prepare'] };
}

/** A site with everything that the calls of the console need, and two owners. */
export async function openConsoleBench() {
  const dataDir = await mkdtemp(path.join(scratchRoot(), 'manyu-console-'));
  const siteFolder = path.join(dataDir, 'site');
  await mkdir(siteFolder);
  await writeFile(
    path.join(siteFolder, 'index.html'),
    '<!doctype html><head></head><body><div id="root"></div></body>',
  );
  const provider = await startOidcProvider();
  let time: Date | null = null;
  const gateway = createFakeAlipay(() => time ?? new Date());
  const publicUrl = 'https://manyu.test';
  const client = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const site = await startTestApp({
    dataDir,
    siteFolder,
    publicUrl,
    channels: [gateway.channel],
    environment: { NODE_ENV: 'production', PUBLIC_URL: publicUrl },
    backupDir: path.join(dataDir, 'backups'),
    timers: false,
    oidc: { button: '公司账号', scope: 'openid profile', claim: 'groups', roles: [['artists', 'editor']], ...client },
  });
  const owner = await firstOwner(site, new Date());
  const second = await addPerson(site, owner, 'owner', '另一位老板', new Date());
  let names = 0;

  return {
    site,
    provider,
    gateway,
    /** Sends the calls under test. */
    owner,
    /** Sends the calls that prepare the data. */
    second,

    /** Makes a call that must succeed. */
    async ask<C extends StaffCall>(call: C, payload: InputOf<C>, by: StaffPerson = second): Promise<DataOf<C>> {
      const { data, message } = await staffCall(site, call, payload, { cookie: by.cookie });
      if (data === null) throw new Error(`${call.path}: ${message}`);
      return data;
    },
    /** Sends a sample. */
    send: ({ path: callPath }: Sample, { payload, by = owner }: PreparedCall<object>) =>
      postConsole(site, callPath, JSON.stringify(payload), by.cookie === undefined ? {} : { cookie: by.cookie }),

    /** A new member of staff, who is logged in. */
    person: (role: Role = 'editor') => addPerson(site, owner, role, `员工 ${++names}`, new Date()),
    /** A word that was not used before. */
    word: () => `词 ${++names}`,
    /** A comic with two chapters of six pages. */
    async comic() {
      const { comicId, chapters } = await addComic(site, { chapters: [{ pages: 6 }, { pages: 6 }] });
      const [one, two] = chapters.map(({ id }) => id);
      return { id: comicId, one: one ?? 0, two: two ?? 0 };
    },
    setTime(now: Date | null) {
      time = now;
      site.setTime(now);
    },
    /** Waits for the processes that calls have started. */
    async tasksDone() {
      const running = "select from operations.task where state = 'running'";
      await vi.waitUntil(async () => (await site.pool.query(running)).rowCount === 0, { timeout: 90_000 });
    },
    async close() {
      await site.close();
      await provider.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
