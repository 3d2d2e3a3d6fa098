import { createServer } from 'node:net';
import pino from 'pino';
import type { Page } from 'playwright-core';
import { openPool, transaction } from '../../../server/core/db/db.ts';
import { offerFirstLink } from '../../../server/modules/staff/staff.ts';
import type { TestDatabase } from '../../database/database.ts';
import { codeOf, STAFF_PASSWORD } from '../../factories/staff.ts';

/** A port for an app that is started again at the same address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Becomes the first owner by the link that the app at this address would print. */
export async function enrolOwner(page: Page, url: string, { connection }: TestDatabase): Promise<void> {
  const pool = openPool(connection, pino({ level: 'silent' }));
  const link = await transaction(pool, (tx) => offerFirstLink(tx, new Date()));
  await pool.end();
  await page.goto(`${url}/console/link#${link?.token}`);
  const secret = ((await page.getByText(/^[A-Z2-7 ]{30,}$/).textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel('用户名').fill('林老板');
  await page.getByLabel('密码', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel('再输一次密码').fill(STAFF_PASSWORD);
  await page.getByLabel('验证码').fill(codeOf(secret, new Date()));
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  await page.getByRole('heading', { name: '总览' }).waitFor();
}

/** Chooses files on the page of uploads. */
export async function chooseFiles(page: Page, files: string | string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '选择文件', exact: true }).click(),
  ]);
  await chooser.setFiles(files);
}
