import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type pg from 'pg';
import { Document } from 'yaml';
import { type ImageStorage, MissingImage } from '../../adapters/image-storage.ts';
import { kindOfPicture, type PictureKind } from '../../importer/pictures/decode/picture-kind.ts';
import { type CurrentState, comicOfLink, readCurrent, type SitePicture } from '../../modules/editorial/editing.ts';
import { economyText } from './economy-export.ts';
import { spanOf } from './span-text.ts';

/** The state as a file, its pictures, and sentences about pictures that are missing in the storage. */
export type Exported = { text: string; pictures: Map<string, Buffer>; missing: string[] };

const HEADER = ' 漫屿的编辑数据，由 manyu editorial export 写出。字段说明见 docs/editorial.md。\n 时间是北京时间。';

/** `folder`: the folder of the pictures as written in the file. Without one, their keys in the storage are written. */
export async function exportState(pool: pg.Pool, storage: ImageStorage, folder: string | null): Promise<Exported> {
  const { state, titles } = await readCurrent(pool);
  const pictures = new Map<string, Buffer>();
  const missing: string[] = [];
  const picture = async (image: Pick<SitePicture, 'source'> | null | undefined, name: string, label: string) => {
    if (!image) return undefined;
    const bytes = await originalOf(storage, image);
    if (!bytes) missing.push(`${label}的图片文件不在存储里`);
    const kind = bytes && kindOfPicture(bytes);
    const path = folder === null ? image.source : `${folder}/${name}.${kind ? EXTENSIONS[kind] : 'img'}`;
    if (bytes) pictures.set(path, bytes);
    return path;
  };
  const { site, restricted, home, banners, themes, events, promotions, genres, hot, faq, service, privacy } = state;
  const comics = (ids: number[]) => ids.map((id) => titles.get(id));
  const document = new Document({
    site: {
      name: site.name,
      icp: site.icp,
      police: site.police,
      contact: site.contact,
      // Unset values are written too: omitted values would not change on another machine.
      color: site.color || null,
      icon: (await picture(site.icon, 'icon', '网站的图标')) ?? null,
      logo: (await picture(site.logo, 'logo', '网站的标志')) ?? null,
    },
    restricted: { listed: restricted.listed },
    home: home.map(({ key, title, layout, more, show, start, end, count }) => ({
      key,
      title,
      layout,
      ...(more !== null && { more }),
      ...('rule' in show && { show: show.rule }),
      ...('theme' in show && { theme: show.theme }),
      ...('comics' in show && { comics: comics(show.comics) }),
      count,
      ...spanOf({ start, end }),
    })),
    banners: await inTurn(banners, async ({ slot, title, image, link, ...span }, index) => ({
      slot,
      title,
      picture: await picture(image, `banner-${index + 1}`, `横幅「${title}」`),
      ...linkOf(link, titles),
      ...spanOf(span),
    })),
    themes: await inTurn(themes, async ({ id, title, description, image, comics: ids, notes = {}, ...span }) => ({
      id,
      title,
      description,
      picture: await picture(image, `theme-${id}`, `专题「${title}」`),
      comics: comics(ids),
      ...(Object.keys(notes).length > 0 && {
        notes: Object.fromEntries(ids.flatMap((id) => (notes[id] ? [[titles.get(id), notes[id]]] : []))),
      }),
      ...spanOf(span),
    })),
    events: await inTurn(events, async ({ id, title, image, link, body, ...span }) => ({
      id,
      title,
      picture: await picture(image, `event-${id}`, `活动「${title}」`),
      ...(link !== '' && linkOf(link, titles)),
      ...(body !== '' && { body }),
      ...spanOf(span),
    })),
    promotions: promotions.map(({ key, title, percent, comics: ids, start, end }) => ({
      key,
      title,
      percent,
      comics: comics(ids),
      ...spanOf({ start, end }),
    })),
    ...economyText(state),
    genres: genres.map(({ name, title, hidden }) =>
      title === name && !hidden ? name : { name, ...(title !== name && { title }), ...(hidden && { hidden }) },
    ),
    hot,
    faq: faq.map(({ type, question, answer, key }) => ({ type, question, answer, ...(key !== undefined && { key }) })),
    service: { title: service.title, body: service.body },
    privacy: { title: privacy.title, body: privacy.body },
  });
  document.commentBefore = HEADER;
  // Folded long lines would be valid but hard to edit.
  return { text: document.toString({ lineWidth: 0, blockQuote: 'literal' }), pictures, missing };
}

/** The export file and the folder of its pictures. */
export function pictureFolderOf(path: string): string {
  return `${basename(path, extname(path))}-pictures`;
}

/** Whether the file can be replaced: it does not exist, is empty, or was written by an export. */
export async function mayReplace(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' || text.startsWith(`#${HEADER.split('\n')[0]}`);
}

export async function writeExport(path: string, { text, pictures }: Exported): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  for (const [name, bytes] of pictures) {
    const target = join(dirname(path), name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  await writeFile(path, text);
}

const EXTENSIONS: Record<PictureKind, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  tiff: 'tif',
  webp: 'webp',
  avif: 'avif',
  jxl: 'jxl',
  heic: 'heic',
  jp2: 'jp2',
  bmp: 'bmp',
};

async function originalOf(storage: ImageStorage, { source }: Pick<SitePicture, 'source'>): Promise<Buffer | undefined> {
  return storage.read(source).catch((error: unknown) => {
    if (error instanceof MissingImage) return undefined;
    throw error;
  });
}

/** A comic has another number on another machine, but the same title. */
function linkOf(link: string, titles: CurrentState['titles']): { link: string } | { comic: string } {
  const title = titles.get(comicOfLink(link) ?? 0);
  return title === undefined ? { link } : { comic: title };
}

async function inTurn<Each, Made>(list: Each[], make: (each: Each, index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, each] of list.entries()) made.push(await make(each, index));
  return made;
}
