import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { feedbackSubmit } from '#contract/calls/support';
import { invite } from '#contract/console/staff';
import { examineUpload } from '#contract/console/upload';
import { comicPath } from '#contract/paths';
import type { TestApp } from '../../app/app.ts';
import { scratchFolder } from '../../database/scratch.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { newAddress, signedIn } from '../../factories/readers.ts';
import { firstOwner, type StaffPerson, staffCall } from '../../factories/staff.ts';
import { uploadFiles, workOffUploads } from '../../factories/uploads.ts';
import { picture, writeCbz } from '../../sources/comic-sources.ts';
import { openSite } from '../steps/app.ts';
import { CONSOLE_FOLDER, openConsoleAs } from '../steps/console.ts';

const MARKUP = '"><img src=x onerror="window.ran=1">';

let app: TestApp;
let owner: StaffPerson;
const made = { comic: 0, reader: 0, feedback: 0, upload: '' };
const site = openSite(
  async (opened) => {
    app = opened;
    owner = await firstOwner(app, new Date());
    await staffCall(app, invite, { name: '<img src=x onerror=ran=1>', role: 'viewer' }, { cookie: owner.cookie });
    made.comic = (await addComic(app, { title: `题名 ${MARKUP}`, chapters: [{ title: MARKUP }] })).comicId;
    const reader = await signedIn(app);
    made.reader = reader.id;
    await app.pool.query('update account.reader set nickname = $1 where id = $2', [MARKUP, reader.id]);
    const { data } = await app.call(
      feedbackSubmit,
      { type: 5, content: `反馈 ${MARKUP}`, about: { comicId: made.comic } },
      { token: reader.token, remoteAddress: newAddress() },
    );
    made.feedback = data?.id ?? 0;
    await editPart(app, 'faq', [{ type: 0, question: MARKUP, answer: `${MARKUP} [点这里](javascript:window.ran=1)` }]);
    made.upload = await examinedUpload();
  },
  { consoleFolder: CONSOLE_FOLDER },
);

/** A file whose name and ComicInfo are markup. */
async function examinedUpload(): Promise<string> {
  await using folder = new AsyncDisposableStack();
  const info = `<Title>${MARKUP.replaceAll('<', '&lt;')}</Title>`;
  const archive = readFileSync(
    await writeCbz(scratchFolder(folder, 'manyu-markup'), 'x.cbz', [await picture(1)], info),
  );
  const id = await uploadFiles(app, owner, { [`<img src=x onerror=ran=1>/第1话 ${MARKUP}.cbz`]: archive });
  await staffCall(app, examineUpload, { id }, { cookie: owner.cookie });
  await workOffUploads(app);
  return id;
}

/** The page shows the markup as text, and nothing of it has become an element. */
async function expectText(page: Page, address: string): Promise<void> {
  await page.goto(site.url(address));
  await page.waitForFunction(() => document.body.textContent?.includes('<img src=x onerror='));
  const found = await page.evaluate(() => ({
    ran: Reflect.get(window, 'ran'),
    elements: document.querySelectorAll('img[src="x"], a[href^="javascript:"]').length,
  }));
  expect([address, found]).toEqual([address, { ran: undefined, elements: 0 }]);
}

test('markup in titles, names, feedback, files and Markdown is text in the console and for readers', async () => {
  const page = await openConsoleAs(site, owner.cookie);
  const { comic, reader, feedback, upload } = made;
  for (const address of [
    '/comics',
    `/comics/${comic}`,
    `/comics/${comic}/chapters`,
    `/readers/${reader}`,
    '/feedback',
    `/feedback/${feedback}`,
    `/upload/${upload}`,
    '/editorial/faq',
    '/staff',
    '/audit',
  ])
    await expectText(page, `/console${address}`);
  const phone = await site.openPage({ locale: 'zh-CN' });
  await expectText(phone, comicPath(comic));
  await expectText(phone, '/faq');
});
