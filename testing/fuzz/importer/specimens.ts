import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { seededRandom } from '../../app/seeded-random.ts';
import { makeRar4, makeRar5, makeTar, packWith7z, paxRecord } from '../../sources/archives.ts';
import { makeBmp, makeJp2, makeJxl } from '../../sources/foreign-pictures.ts';
import { makeHeic } from '../../sources/heic.ts';
import { makePdf } from '../../sources/pdf.ts';
import { makeZip } from '../../sources/zip.ts';
import { mutate } from './mutate.ts';

/** An input. Archives are written to a file with this name. */
export type Specimen = { kind: 'picture' | 'archive'; name: string; bytes: Buffer };

/** Inputs that once failed, named `<seed>-<run>-<name>`. */
export const KEPT_FOLDER = fileURLToPath(new URL('./corpus/', import.meta.url));
const HOSTILE_FOLDER = fileURLToPath(new URL('../../../../shared/hostile/', import.meta.url));
const MOST_BYTES = 64 * 1024;
const ARCHIVE = /\.(cb[zrt7]|zip|rar|7z|tar|epub|pdf)$/i;
/** More pictures than archives: they are cheaper, and their decoders have more bugs. */
const PICTURES_IN_TEN = 7;

/** The inputs of mutations: pictures of every kind, archives, unusual archives if available, and former failures. */
export async function gatherSpecimens(): Promise<Specimen[]> {
  const pictures = await makePictures();
  const zip = (name: string, method: 0 | 8): Specimen => ({
    kind: 'archive',
    name,
    bytes: makeZip(
      pictures.slice(0, 4).map((each, index) => ({ name: `${index}-${each.name}`, bytes: each.bytes, method })),
    ),
  });
  const zips = [zip('stored.cbz', 0), zip('deflated.cbz', 8)];
  return [...pictures, ...zips, ...(await makeArchives(pictures)), ...filesIn(HOSTILE_FOLDER), ...keptSpecimens()];
}

/** Archives of the other kinds with one small picture and a ComicInfo. */
async function makeArchives(pictures: Specimen[]): Promise<Specimen[]> {
  const { bytes } = pictures.find(({ name }) => name === 'palette.png') ?? { bytes: Buffer.alloc(100) };
  const info = { name: 'ComicInfo.xml', bytes: '<ComicInfo><Series>甲&amp;乙</Series><Number>1</Number></ComicInfo>' };
  const members = [{ name: '第1话/1.png', bytes }, info];
  const book =
    '<package><metadata><title>甲</title></metadata><item id="a" href="1.png"/><itemref idref="a"/></package>';
  const { bytes: jpeg } = pictures.find(({ name }) => name === 'plain.jpg') ?? { bytes };
  const scan = { bytes: jpeg, width: 64, height: 96, filter: '/DCTDecode' };
  const made: Record<string, Buffer> = {
    'scan.pdf': makePdf([
      { picture: scan },
      { content: 'q 90 0 0 90 9 9 cm /P Do Q 1 0 0 rg 0 0 9 9 re f', picture: scan },
    ]),
    'plain.cbt': makeTar(members),
    'extended.cbt': makeTar([{ name: 'x', type: 'x', bytes: paxRecord('path', '第1话.png') }, ...members]),
    'stored-4.cbr': makeRar4(members.map((member) => ({ ...member, name: Buffer.from(member.name) }))),
    'stored-5.cbr': makeRar5(members),
    'lzma.cb7': await packWith7z(members, '-t7z', '-m0=LZMA', '-mhc=off'),
    'ppmd.cb7': await packWith7z(members, '-t7z', '-m0=PPMd'),
    'deflate64.cbz': await packWith7z(members, '-tzip', '-mm=Deflate64'),
    'bzip2.cbz': await packWith7z(members, '-tzip', '-mm=BZip2'),
    'book.epub': makeZip([
      { name: 'META-INF/container.xml', bytes: '<container><rootfile full-path="b.opf"/></container>' },
      { name: 'b.opf', bytes: book },
      { name: '1.png', bytes },
    ]),
  };
  return Object.entries(made).map(([name, content]) => ({ kind: 'archive', name, bytes: content }));
}

/** Former failures, which are used unchanged. */
export function keptSpecimens(): Specimen[] {
  return filesIn(KEPT_FOLDER);
}

/** The input of one run: the same for the same seed, run and specimens. */
export function specimenOf(specimens: readonly Specimen[], seed: number, run: number): Specimen {
  const random = seededRandom(seed, run);
  const kind = random.below(10) < PICTURES_IN_TEN ? 'picture' : 'archive';
  const chosen = random.oneOf(specimens.filter((each) => each.kind === kind));
  return { ...chosen, bytes: mutate(chosen.bytes, random.oneOf(specimens).bytes, random) };
}

async function makePictures(): Promise<Specimen[]> {
  const [width, height] = [64, 96];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 31) ^ (at >> 5)));
  const image = () => sharp(pixels, { raw: { width, height, channels: 3 } });
  const raw = { pixels, width, height };
  const frames = [await image().png().toBuffer(), await image().negate().png().toBuffer()];
  const made: Record<string, Buffer> = {
    'plain.jpg': await image().jpeg().toBuffer(),
    'progressive.jpg': await image().jpeg({ progressive: true }).toBuffer(),
    'grey.jpg': await image().greyscale().jpeg().toBuffer(),
    'cmyk.jpg': await image().withIccProfile('cmyk').jpeg().toBuffer(),
    'turned.jpg': await image().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'plain.png': await image().png().toBuffer(),
    'deep.png': await image().toColourspace('rgb16').png().toBuffer(),
    'palette.png': await image().png({ palette: true }).toBuffer(),
    'interlaced.png': await image().png({ progressive: true }).toBuffer(),
    'plain.webp': await image().webp().toBuffer(),
    'lossless.webp': await image().webp({ lossless: true }).toBuffer(),
    'plain.avif': await image().avif({ effort: 0 }).toBuffer(),
    'moving.gif': await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    'moving.webp': await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
    'lzw.tiff': await image().tiff({ compression: 'lzw' }).toBuffer(),
    'jpeg.tiff': await image().tiff({ compression: 'jpeg' }).toBuffer(),
    'plain.bmp': makeBmp(raw, 24),
    'palette.bmp': makeBmp(raw, 8),
    'plain.heic': makeHeic(raw),
    'packed.bmp': makeBmp(raw, 8, true),
    'plain.jxl': await makeJxl(raw),
    'plain.jp2': await makeJp2(raw),
  };
  return Object.entries(made).map(([name, bytes]) => ({ kind: 'picture', name, bytes }));
}

/** The small files below a folder; none if it does not exist. */
function filesIn(folder: string): Specimen[] {
  const found: Specimen[] = [];
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    return found;
  }
  for (const name of names) {
    const path = join(folder, name);
    const about = statSync(path);
    if (!about.isFile() || about.size > MOST_BYTES || /\.(json|txt|md)$/.test(name)) continue;
    const kind = ARCHIVE.test(name) ? 'archive' : 'picture';
    found.push({ kind, name: basename(name), bytes: readFileSync(path) });
  }
  return found;
}
