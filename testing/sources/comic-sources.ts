import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeZip } from './zip.ts';

/** A page of one colour with stripes; each seed makes a different one. */
export async function picture(seed: number, width = 200, height = 300): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, 40 + ((seed * 53) % 200));
  for (let stripe = 0; stripe < 20; stripe++) {
    const start = ((seed * 31 + stripe * 17) % height) * width * 3;
    pixels.fill((seed * 97 + stripe * 13) % 256, start, start + width * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

/** Writes a CBZ with these pictures (001.png, 002.png …) and returns its path. */
export async function writeCbz(folder: string, name: string, pictures: Buffer[], comicInfo?: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const pages = pictures.map((bytes, index) => ({ name: `${String(index + 1).padStart(3, '0')}.png`, bytes }));
  const info = comicInfo
    ? [{ name: 'ComicInfo.xml', bytes: `<?xml version="1.0"?><ComicInfo>${comicInfo}</ComicInfo>` }]
    : [];
  const path = join(folder, name);
  await writeFile(path, makeZip([...info, ...pages]));
  return path;
}
