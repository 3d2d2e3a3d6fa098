import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import sharp from 'sharp';
import { comicInfo } from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { runImport } from '../../../server/operator/commands/import/import.ts';
import type { TestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';

/** A page with a gradient from `from` to `to`, in which a seam is visible as a step. `margin`: white pixels around it. */
export type Bitmap = {
  width: number;
  height: number;
  along: 'down' | 'left';
  from: number;
  to: number;
  margin?: number;
};

/**
 * Red falls and blue rises with the position, without green, so that it differs from white, placeholders and the dark theme.
 */
async function draw({ width, height, along, from, to, margin = 0 }: Bitmap): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const part = along === 'down' ? y / height : 1 - (x + 1) / width;
      const value = Math.round(40 + 170 * (from + (to - from) * part));
      const at = (y * width + x) * 3;
      if (Math.min(x, y, width - 1 - x, height - 1 - y) < margin) {
        pixels.fill(255, at, at + 3);
        continue;
      }
      pixels[at] = 250 - value;
      pixels[at + 2] = value;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

export type DrawnComic = { title: string; chapters: Bitmap[][]; options?: string[] };

/** Draws comics, imports them as an operator would, and returns the ids of their chapters in order, by title. */
export async function importDrawn(test: TestApp, comics: DrawnComic[]): Promise<Record<string, number[]>> {
  const folder = await mkdtemp(path.join(scratchRoot(), 'manyu-drawn-'));
  // Many pages are equal, so they are drawn once.
  const drawn = new Map<string, Buffer>();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    for (const { title, chapters, options = [] } of comics) {
      for (const [n, pages] of chapters.entries()) {
        const chapter = path.join(folder, title, `第${n + 1}话`);
        await mkdir(chapter, { recursive: true });
        for (const [p, page] of pages.entries()) {
          const key = JSON.stringify(page);
          const png = drawn.get(key) ?? (await draw(page));
          drawn.set(key, png);
          await writeFile(path.join(chapter, `${p + 1}.png`), png);
        }
      }
      const { pool, imageDir } = test;
      const context = { pool, imageDir, clock: () => new Date(), stdout: nowhere, stderr: nowhere, isTTY: false };
      const code = await runImport([path.join(folder, title), '--series', title, ...options], context);
      if (code !== 0) throw new Error(`import of ${title} ended with ${code}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const token = await test.visitor();
  const { data } = await test.call(newComics, { size: 50 }, { token });
  const ids: Record<string, number[]> = {};
  for (const { id, title } of data?.list ?? []) {
    const detail = await test.call(comicInfo, { id }, { token });
    const chapters = [...(detail.data?.chapters ?? [])].sort((a, b) => a.no - b.no);
    ids[title] = chapters.map((chapter) => chapter.id);
  }
  return ids;
}
