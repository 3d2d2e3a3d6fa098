import { text } from 'node:stream/consumers';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { makePictures } from '../make/make-pictures.ts';
import { asSourceError } from '../source/source-error.ts';
import type { PicturesRun } from './draw-pictures.ts';

/** Reads a job from its input, stores its pictures, and writes what was made, or why it can't be, to its output. */
try {
  const { imageDir, job }: PicturesRun = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify(await makePictures(openImageFolder(imageDir), job)));
} catch (error) {
  const problem = asSourceError(error)?.message;
  if (problem === undefined) throw error;
  process.stdout.write(JSON.stringify({ problem }));
}
