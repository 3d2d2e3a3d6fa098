import { createHash } from 'node:crypto';
import { sizeOfPicture } from '../../importer/pictures/decode/decode.ts';
import { drawIcon, drawLogo } from '../../importer/pictures/encode/brand-images.ts';
import { drawWidths, type NewImage } from '../../importer/pictures/encode/comic-images.ts';
import { asSourceError } from '../../importer/source/source-error.ts';
import type { SiteIcon, SiteLogo, SitePicture } from '../../modules/editorial/editing.ts';
import type { NewFile, Read } from './stored-pictures.ts';

/** A picture with a higher ratio is a strip and no banner. */
const MOST_TALL = 4;

/** Draws the operator's file in all widths. Returns a Chinese sentence if it can't be used. */
export function drawPicture(original: Buffer): Promise<Read<SitePicture> | string> {
  return orProblem(async () => {
    const size = await sizeOfPicture(original);
    if (size.height > MOST_TALL * size.width) return `图片太长，高不能超过宽的 ${MOST_TALL} 倍`;
    const drawn = await drawWidths(original);
    const largest = drawn.at(-1);
    if (!largest) throw new Error('A picture has at least one width');
    const { width, height, color } = largest;
    const keyOf = ({ bytes }: NewImage) => shownKey(original, bytes);
    const variants = drawn.map((image) => ({ key: keyOf(image), width: image.width }));
    return {
      picture: { key: keyOf(largest), width, height, color, variants, source: sourceKey(original) },
      files: filesOf(
        original,
        drawn.map(({ bytes }) => bytes),
      ),
    };
  });
}

/** Draws the icon of the site in all sizes. */
export function drawSiteIcon(original: Buffer): Promise<Read<SiteIcon> | string> {
  return orProblem(async () => {
    const drawn = await drawIcon(original);
    const keyOf = (use: keyof typeof drawn) => shownKey(original, drawn[use]);
    return {
      picture: {
        favicon: keyOf('favicon'),
        small: keyOf('small'),
        large: keyOf('large'),
        touch: keyOf('touch'),
        maskable: keyOf('maskable'),
        source: sourceKey(original),
      },
      files: filesOf(original, Object.values(drawn)),
    };
  });
}

/** Draws the logo of the site. */
export function drawSiteLogo(original: Buffer): Promise<Read<SiteLogo> | string> {
  return orProblem(async () => {
    const { bytes, width, height } = await drawLogo(original);
    const picture = { key: shownKey(original, bytes), width, height, source: sourceKey(original) };
    return { picture, files: filesOf(original, [bytes]) };
  });
}

/** The key of the operator's own file in the storage. */
export function sourceKey(original: Buffer): string {
  const hash = hashOf(original);
  return `original/${hash}/${hash}.bin`;
}

async function orProblem<Picture>(draw: () => Promise<Read<Picture> | string>): Promise<Read<Picture> | string> {
  try {
    return await draw();
  } catch (error) {
    const sourceError = asSourceError(error);
    if (!sourceError) throw error;
    return sourceError.message;
  }
}

function shownKey(original: Buffer, bytes: Buffer): string {
  return `site/${hashOf(original)}/${hashOf(bytes)}.bin`;
}

function filesOf(original: Buffer, shown: readonly Buffer[]): NewFile[] {
  const hash = hashOf(original);
  return [
    { folder: `original/${hash}`, bytes: original },
    ...shown.map((each) => ({ folder: `site/${hash}`, bytes: each })),
  ];
}

/** The same name as in the storage: a hash of the content. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
