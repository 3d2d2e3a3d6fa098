import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { Refusal } from '../../core/refusal/refusal.ts';
import { createRedraw } from './redraw.ts';

async function program(text: string): Promise<string> {
  const file = path.join(await mkdtemp(path.join(scratchRoot(), 'redraw-')), 'main.mjs');
  await writeFile(file, text);
  return file;
}

const picture = () =>
  sharp({ create: { width: 8, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

test('a picture comes back as WebP, transparent parts white', async () => {
  const clear = { width: 8, height: 4, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const drawn = await createRedraw()(await sharp({ create: clear }).png().toBuffer());
  expect(drawn).toMatchObject({ width: 8, height: 4 });
  const { data } = await sharp(drawn?.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(250);
});

test('a decoder that hangs or crashes means a picture that can’t be used; a broken program is a fault', async () => {
  const given = await picture();
  expect(await createRedraw(await program('setInterval(() => {}, 1000);'), 300)(given)).toBeNull();
  expect(await createRedraw(await program("process.kill(process.pid, 'SIGSEGV');"))(given)).toBeNull();
  await expect(createRedraw(await program('process.exit(1);'))(given)).rejects.toThrow('ended with 1');
});

test('the program gets none of the settings', async () => {
  process.env.REDRAW_SECRET = 'secret';
  const checksEnvironment = await program('process.exit(process.env.REDRAW_SECRET ? 1 : 3);');
  expect(await createRedraw(checksEnvironment)(await picture())).toBeNull();
  delete process.env.REDRAW_SECRET;
});

test('too many at once are refused', async () => {
  const redraw = createRedraw(await program('setInterval(() => {}, 1000);'), 300);
  const given = await picture();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => redraw(given)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ reason: expect.any(Refusal) });
});
