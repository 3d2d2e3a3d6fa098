import sharp, { type Sharp } from 'sharp';
import { SourceError } from '../../source/source-error.ts';
import { measurePicture } from '../decode/decode.ts';
import { kindOfPicture } from '../decode/picture-kind.ts';
import { SECONDS_A_PICTURE, type Size } from '../page-recipe.ts';

/** The formats of icons and logos: they may be transparent. */
const KINDS: readonly unknown[] = ['png', 'webp', 'jpeg'];
const LEAST_ICON = 512;
const LEAST_LOGO_HEIGHT = 72;
/** Three times its height on the page. */
const LOGO_HEIGHT = 96;
const MOST_WIDE = 6;
/** Phones may crop an icon to a circle with this part of its width. */
const SAFE = 0.8;
const WHITE = '#ffffff';

/** An icon as PNG for every use: `touch` and `maskable` fill their square, because phones cut their own shape out of them. */
export async function drawIcon(bytes: Buffer) {
  const { width, height } = await measured(bytes);
  if (width !== height) throw wrong(`图标要是正方形，这张是 ${width}×${height}`);
  if (width < LEAST_ICON) throw wrong(`图标至少要 ${LEAST_ICON}×${LEAST_ICON}，这张是 ${width}×${height}`);
  const large = await png(opened(bytes).resize(LEAST_ICON, LEAST_ICON));
  const whole = (size: number) => png(sharp(large).resize(size, size));
  // A transparent icon gets a white background and space for the crop. An opaque icon is meant to be cropped.
  const { isOpaque } = await sharp(large).stats();
  return {
    favicon: await whole(64),
    small: await whole(192),
    large,
    touch: await (isOpaque ? whole(180) : onWhite(large, 180)),
    maskable: isOpaque ? large : await onWhite(large, LEAST_ICON),
  };
}

/** A logo as PNG. */
export async function drawLogo(bytes: Buffer): Promise<Size & { bytes: Buffer }> {
  const { width, height } = await measured(bytes);
  if (height < LEAST_LOGO_HEIGHT) throw wrong(`标志至少要 ${LEAST_LOGO_HEIGHT} 像素高，这张是 ${width}×${height}`);
  if (width > MOST_WIDE * height) throw wrong(`标志太宽，宽不能超过高的 ${MOST_WIDE} 倍`);
  if (width < height) throw wrong('标志要是横的，宽不能小于高');
  const drawnHeight = Math.min(LOGO_HEIGHT, height);
  const drawnWidth = Math.round((drawnHeight * width) / height);
  return {
    bytes: await png(opened(bytes).resize(drawnWidth, drawnHeight)),
    width: drawnWidth,
    height: drawnHeight,
  };
}

async function measured(bytes: Buffer): Promise<Size> {
  const { size } = await measurePicture(bytes);
  if (!KINDS.includes(kindOfPicture(bytes))) throw wrong('图标与标志要用 PNG、WebP 或 JPEG');
  return size;
}

async function onWhite(icon: Buffer, size: number): Promise<Buffer> {
  const inner = Math.round(SAFE * size);
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  const around = { top: before, left: before, bottom: after, right: after, background: WHITE };
  return png(sharp(icon).resize(inner, inner).flatten({ background: WHITE }).extend(around));
}

function opened(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'error' }).autoOrient().toColourspace('srgb').timeout({ seconds: SECONDS_A_PICTURE });
}

async function png(picture: Sharp): Promise<Buffer> {
  return picture
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch((error: unknown) => {
      throw wrong('图片已损坏，无法读取', error);
    });
}

function wrong(sentence: string, cause?: unknown): SourceError {
  return new SourceError('bad_image', sentence, { cause });
}
