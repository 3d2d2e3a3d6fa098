import { text } from 'node:stream/consumers';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { makeCrop } from '../make/make-crop.ts';
import { makePages } from '../make/make-pages.ts';
import { asSourceError } from '../source/source-error.ts';
import type { PicturesRun } from './draw-pictures.ts';

/** Reads a job from its input and stores its pictures. Writes the result or the reason of a failure to its output. */
try {
  const run: PicturesRun = JSON.parse(await text(process.stdin));
  const storage = openImageFolder(run.imageDir);
  const made = run.kind === 'pages' ? await makePages(storage, run.job) : await makeCrop(storage, run.job);
  process.stdout.write(JSON.stringify(made));
} catch (error) {
  const problem = asSourceError(error)?.message;
  if (problem === undefined) throw error;
  process.stdout.write(JSON.stringify({ problem }));
}
