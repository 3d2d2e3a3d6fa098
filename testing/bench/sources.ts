import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT, temporaryFolder } from './processes.ts';

/** Real comics beside the checkout, if there are any. */
const BESIDE = join(ROOT, '../shared/comics');
const CHAPTERS = 6;
const PAGES = 20;
const PAGE = { width: 1654, height: 2339 };

/** The sources of the import rows: the given folder, comics beside the checkout, or generated pages. */
export async function importSources(given: string | undefined): Promise<string[]> {
  if (given) return [given];
  const beside = existsSync(BESIDE) ? readdirSync(BESIDE, { withFileTypes: true }) : [];
  const series = beside
    .filter((item) => item.isDirectory())
    .map(({ name }) => join(BESIDE, name))
    .filter(holdsArchives);
  if (series.length > 0) return series;
  const folder = temporaryFolder();
  for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
    const target = join(folder, '合成漫画', `第${chapter}话`);
    mkdirSync(target, { recursive: true });
    for (let page = 1; page <= PAGES; page++) {
      writeFileSync(join(target, `${page}.jpg`), await decodePicture(chapter * 100 + page));
    }
  }
  return [join(folder, '合成漫画')];
}

function holdsArchives(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((item) => item.isFile() && item.name.endsWith('.cbz'));
}

/** Shapes whose decoding and encoding take about as long as those of a drawn page. */
function decodePicture(seed: number): Promise<Buffer> {
  const { width, height } = PAGE;
  const shapes = Array.from({ length: 160 }, (_, index) => {
    const at = (factor: number, range: number) => (seed * 7919 + index * factor) % range;
    const hue = at(53, 360);
    return `<ellipse cx="${at(611, width)}" cy="${at(877, height)}" rx="${20 + at(131, 260)}" ry="${20 + at(97, 260)}"
      fill="hsl(${hue} 45% ${25 + at(29, 60)}%)" fill-opacity=".5" stroke="#111" stroke-width="${1 + (index % 5)}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fbf8f2"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}
