import sharp from 'sharp';
import { SECONDS_A_PICTURE } from '../page-recipe.ts';

/** A fast intermediate format. The stored pictures are made from it. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const;

/** Draws trusted SVG as a JPEG picture on white. */
export function renderSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .timeout({ seconds: SECONDS_A_PICTURE })
    .flatten({ background: '#ffffff' })
    .jpeg(JPEG)
    .toBuffer();
}
