import sharp, { type Sharp } from 'sharp';
import { SECONDS_A_PICTURE } from './page-recipe.ts';
import { averageColor, type Drawn } from './pages.ts';

/** An encoded picture that isn't in the store yet. */
export type NewImage = { bytes: Buffer; width: number; height: number; color: string };

const COVER_WIDTHS = [240, 480, 720];
const COVER_ASPECT = 4 / 3;
const THUMB = { width: 320, aspect: 9 / 16 };
const PREVIEW_WIDTH = 320;
/** So few columns are left of the page before it is blurred: no text survives. */
const PREVIEW_DETAIL = 24;
const WEBP = { quality: 80, effort: 4 } as const;

/** The cover, 3:4, in the widths that screens need, narrowest first; at least one and never enlarged. */
export async function drawCovers(page: Buffer): Promise<NewImage[]> {
  const { width, height } = await sharp(page).metadata();
  const full = Math.max(1, Math.floor(Math.min(width, height / COVER_ASPECT)));
  const wanted = COVER_WIDTHS.filter((each) => each <= full);
  const widths = wanted.length > 0 ? wanted : [full];
  const covers: NewImage[] = [];
  for (const each of widths) covers.push(await crop(page, each, Math.round(each * COVER_ASPECT)));
  return covers;
}

/** The picture beside a chapter in lists. */
export async function drawThumb(page: Buffer): Promise<NewImage> {
  const { width, height } = await sharp(page).metadata();
  const full = Math.max(1, Math.floor(Math.min(width, height / THUMB.aspect, THUMB.width)));
  return crop(page, full, Math.max(1, Math.round(full * THUMB.aspect)));
}

/** The page so blurred that nothing of it can be read, in its own proportions or the upper part of them. */
export async function drawPreview(page: Buffer): Promise<NewImage> {
  const size = await sharp(page).metadata();
  const top = { width: size.width, height: Math.min(size.height, 2 * size.width) };
  const few = await sharp(page)
    .timeout({ seconds: SECONDS_A_PICTURE })
    .extract({ left: 0, top: 0, ...top })
    .resize(PREVIEW_DETAIL)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const width = Math.min(PREVIEW_WIDTH, size.width);
  const blurred = sharp(few.data, { raw: { width: few.info.width, height: few.info.height, channels: 3 } })
    .resize(width, Math.max(1, Math.round((width * top.height) / top.width)), { fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .raw();
  const soft = await blurred.toBuffer({ resolveWithObject: true });
  return encode(
    await drawn(
      sharp(soft.data, { raw: { width: soft.info.width, height: soft.info.height, channels: 3 } }).blur(
        Math.max(1, width / 40),
      ),
    ),
    60,
  );
}

/** What catches the eye where a wide picture is narrowed; the top of a tall one. */
async function crop(page: Buffer, width: number, height: number): Promise<NewImage> {
  const size = await sharp(page).metadata();
  const position = size.width * height > size.height * width ? 'attention' : 'top';
  return encode(await drawn(sharp(page).resize(width, height, { fit: 'cover', position })), WEBP.quality);
}

async function drawn(image: Sharp): Promise<Drawn> {
  const { data, info } = await image
    .timeout({ seconds: SECONDS_A_PICTURE })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

async function encode(image: Drawn, quality: number): Promise<NewImage> {
  const { width, height } = image;
  const bytes = await sharp(image.pixels, { raw: { width, height, channels: 3 } })
    .webp({ ...WEBP, quality })
    .toBuffer();
  return { bytes, width, height, color: averageColor(image) };
}
