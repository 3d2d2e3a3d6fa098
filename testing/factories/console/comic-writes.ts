import * as authors from '#contract/console/authors';
import * as chapters from '#contract/console/chapters';
import { comicPicture } from '#contract/console/comic-pictures';
import * as comics from '#contract/console/comics';
import * as bulk from '#contract/console/comics-bulk';
import { mergeComics } from '#contract/console/comics-merge';
import * as pages from '#contract/console/pages';
import * as upload from '#contract/console/upload';
import { picture } from '../../sources/comic-sources.ts';
import { uploadFiles, uploadPicture, uploadView, workOffUploads } from '../uploads.ts';
import { type ConsoleBench, type Sample, sample } from './bench.ts';

const COMPLETE = { base: { status: 'serial' }, change: { status: 'complete' } } as const;

const FILE = { name: '某书/1.cbz', bytes: 1, modifiedAt: 1 };

/** The writes to comics, chapters, pages and uploads. */
export const COMIC_WRITES: readonly Sample[] = [
  sample(comics.comicEdit, async ({ comic }) => ({ payload: { id: (await comic()).id, ...COMPLETE } })),
  sample(comics.comicUnlock, async ({ ask, comic }) => {
    const { id } = await comic();
    await ask(comics.comicEdit, { id, ...COMPLETE });
    return { payload: { id, field: 'status' as const } };
  }),
  sample(comics.comicState, async ({ comic }) => ({ payload: { id: (await comic()).id, to: 'offline' as const } })),
  sample(
    comics.comicState,
    async ({ ask, comic }) => {
      const { id } = await comic();
      await ask(comics.comicState, { id, to: 'deleted' });
      return { payload: { id, to: 'restored' as const } };
    },
    'restore',
  ),
  sample(comics.comicUndo, async ({ ask, comic }) => ({
    payload: await ask(comics.comicEdit, { id: (await comic()).id, ...COMPLETE }),
  })),
  sample(comicPicture, async ({ site, owner, comic }) => {
    const file = await uploadPicture(site, owner, 'cover.png', await picture(1, 600, 800));
    const from = { what: 'file' as const, file };
    const crop = { x: 0, y: 0, width: 1, height: 1 };
    return { payload: { id: (await comic()).id, use: 'cover' as const, picture: { from, crop } } };
  }),
  sample(authors.setAuthor, async ({ comic, person }) => ({
    payload: { id: (await comic()).id, personId: (await person('author')).id, granted: true },
  })),
  sample(
    authors.setAuthor,
    async ({ ask, comic, person }) => {
      const payload = { id: (await comic()).id, personId: (await person('author')).id };
      await ask(authors.setAuthor, { ...payload, granted: true });
      return { payload: { ...payload, granted: false } };
    },
    'revoke',
  ),
  sample(chapters.chapterEdit, async ({ comic }) => ({
    payload: { id: (await comic()).one, base: { title: '第1话' }, change: { title: '改了' } },
  })),
  sample(chapters.chapterState, async ({ comic }) => {
    const { id, one } = await comic();
    return { payload: { comicId: id, ids: [one], to: 'offline' as const } };
  }),
  sample(chapters.chapterPrice, async ({ comic }) => {
    const { id, two } = await comic();
    return { payload: { comicId: id, ids: [two], priceCoins: 10 } };
  }),
  sample(chapters.chapterOrder, async ({ comic }) => {
    const { id, one, two } = await comic();
    const order = [
      { id: two, no: 2 },
      { id: one, no: 1 },
    ];
    return { payload: { comicId: id, chapters: order } };
  }),
  sample(pages.changePages, async (bench) => ({ payload: await pageChange(bench) })),
  sample(pages.restorePages, async (bench) => {
    const change = await pageChange(bench);
    await bench.ask(pages.changePages, change);
    const { versions } = await bench.ask(pages.chapterPages, change);
    const imported = versions.find(({ isCurrent }) => !isCurrent)?.id ?? 0;
    return { payload: { chapterId: change.chapterId, version: imported } };
  }),
  sample(mergeComics, async ({ comic }) => ({ payload: { id: (await comic()).id, into: (await comic()).id } })),
  sample(bulk.bulkApply, async (bench) => ({ payload: { id: await previewed(bench) } })),
  sample(bulk.bulkUndo, async (bench) => {
    const id = await previewed(bench);
    await bench.ask(bulk.bulkApply, { id }, bench.owner);
    return { payload: { id } };
  }),
  sample(upload.addFiles, () => ({ payload: { files: [FILE] } }), 'a new upload'),
  sample(
    upload.addFiles,
    async (bench) => {
      const { upload: id } = await bench.ask(upload.addFiles, { files: [FILE] }, bench.owner);
      return { payload: { upload: id, files: [{ ...FILE, name: '某书/2.cbz' }] } };
    },
    'more files',
  ),
  sample(upload.importUpload, async (bench) => {
    const id = await examined(bench);
    const { planNo } = await uploadView(bench.site, bench.owner, id);
    return { payload: { id, planNo, publish: { when: 'now' as const } } };
  }),
  sample(upload.discardUpload, async (bench) => ({ payload: { id: await uploaded(bench) } })),
];

/** A payload that removes one page of a chapter. */
async function pageChange({ ask, comic }: ConsoleBench) {
  const { one: chapterId } = await comic();
  const { version } = await ask(pages.chapterPages, { chapterId });
  return { chapterId, base: version, pages: [0, 1, 2, 3, 5] };
}

/** The id of a bulk change that the owner has previewed. */
async function previewed({ ask, comic, owner }: ConsoleBench): Promise<number> {
  const selection = { ids: [(await comic()).id] };
  return (await ask(bulk.bulkPreview, { selection, wish: { priceCoins: 30 } }, owner)).id;
}

/** The id of an upload of the owner whose files are complete. */
export function uploaded({ site, owner, word }: ConsoleBench): Promise<string> {
  return uploadFiles(site, owner, { [`${word()}/第1话.cbz`]: Buffer.from('no archive') });
}

/** The id of an upload of the owner after the dry run. */
export async function examined(bench: ConsoleBench): Promise<string> {
  const id = await uploaded(bench);
  await bench.ask(upload.examineUpload, { id });
  await workOffUploads(bench.site);
  return id;
}
