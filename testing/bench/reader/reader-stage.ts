import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataOf } from '#contract/call';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { askerOf } from '../ask.ts';
import { output, removeFolder, temporaryFolder } from '../processes.ts';
import { startApp } from '../running-app.ts';
import { importSources } from '../sources.ts';
import { BARE_LINK, barePage, type Picture } from './bare-page.ts';
import { LONG_CHAPTER, makeLongChapter } from './fixtures.ts';

/** The app with a long chapter, and beside it a bare page with the same pictures. */
export type ReaderStage = {
  chapterUrl: string;
  bareUrl: string;
  /** For each comic a page with a link to it, and the selector of the link. */
  comic: { url: string; link: string };
  bareComic: { url: string; link: string };
  close(): Promise<void>;
};

/** The app's padding before the bytes of every picture. */
const PADDING_BYTES = 2;

export async function openReaderStage(comics: string | undefined): Promise<ReaderStage> {
  const dataDir = temporaryFolder();
  const comic = await makeLongChapter(await importSources(comics));
  await output(null, process.execPath, ['testing/bench/import-run.ts', dataDir, comic]);
  const app = await startApp({ dataDir, script: 'server/main.ts', core: null });
  const { comicId, id, pages } = await readLongChapter(app.url);
  const pictures = pages.flatMap(
    ({ url, width, height, pieces }): Picture[] =>
      pieces?.map((piece) => ({ url: piece.url, width, height: piece.height })) ?? [{ url, width, height }],
  );
  const bare = await serveBare(app.url, pictures);
  return {
    chapterUrl: `${app.url}/chapter/${id}`,
    bareUrl: bare.url,
    comic: { url: `${app.url}/comic/${comicId}`, link: `main a[href="/chapter/${id}"]` },
    bareComic: { url: `${bare.url}comic`, link: 'a' },
    async close() {
      bare.close();
      await app.stop();
      removeFolder(dataDir);
    },
  };
}

async function readLongChapter(
  url: string,
): Promise<{ comicId: number; id: number } & Pick<DataOf<typeof comicRead>, 'pages'>> {
  const ask = await askerOf(url);
  const { list } = await ask(newComics, { size: 50 });
  const comic = list.find(({ title }) => title === LONG_CHAPTER) ?? list[0];
  const { chapters } = await ask(comicInfo, { id: comic?.id ?? 0 });
  const id = chapters[0]?.id ?? 0;
  const { pages } = await ask(comicRead, { id });
  return { comicId: comic?.id ?? 0, id, pages };
}

/** The bare page and its pictures, whole and from memory, on an origin of their own. */
async function serveBare(origin: string, pictures: readonly Picture[]): Promise<{ url: string; close(): void }> {
  const bytes = new Map<string, Buffer>();
  for (const { url } of pictures) {
    const response = await fetch(new URL(url, origin), { headers: { 'x-requested-with': 'XMLHttpRequest' } });
    bytes.set(`/${url.replace(/^\/+/, '')}`, Buffer.from(await response.arrayBuffer()).subarray(PADDING_BYTES));
  }
  const page = barePage(pictures);
  const server = createServer((request, response) => {
    const picture = bytes.get(request.url ?? '');
    const shown = request.url === '/comic' ? BARE_LINK : page;
    if (!picture) return void response.setHeader('content-type', 'text/html; charset=utf-8').end(shown);
    response.setHeader('content-type', 'image/webp').setHeader('cache-control', 'public, max-age=31536000');
    response.end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
