import { buffer } from 'node:stream/consumers';
import { drawUpload } from '../pictures/encode/uploaded-image.ts';
import { SourceError } from '../source/source-error.ts';
import { UNUSABLE_EXIT_CODE } from './exit-code.ts';

/** Reads a picture from its input and writes width, height and the new picture to its output. */
try {
  const { width, height, bytes } = await drawUpload(await buffer(process.stdin));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  process.stdout.write(Buffer.concat([head, bytes]));
} catch (error) {
  if (!(error instanceof SourceError)) throw error;
  process.exitCode = UNUSABLE_EXIT_CODE;
}
