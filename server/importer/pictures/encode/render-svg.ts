import sharp from 'sharp';
import { SECONDS_A_PICTURE } from '../page-recipe.ts';

/** Quickly written and read again: what is kept is made from it as from any other picture. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const;

/** Draws trusted SVG as a JPEG picture on white. */
export function renderSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .timeout({ seconds: SECONDS_A_PICTURE })
    .flatten({ background: '#ffffff' })
    .jpeg(JPEG)
    .toBuffer();
}
