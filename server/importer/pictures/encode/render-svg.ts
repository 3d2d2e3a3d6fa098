import sharp from 'sharp';

/** A fast intermediate format. The stored pictures are made from it. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const;

/** Draws trusted SVG as a JPEG picture on white. It takes as long as it needs: a busy machine must not end the demo. */
export function renderSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg(JPEG).toBuffer();
}
