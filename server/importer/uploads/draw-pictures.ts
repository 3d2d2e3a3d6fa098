import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { declareFolders } from '../../modules/catalog/publishing/publishing.ts';
import type { MadePictures, PicturesJob } from '../make/make-pictures.ts';
import { withCopier } from '../publish/with-copier.ts';
import { createPictureProgram } from './redraw.ts';

const PROGRAM = fileURLToPath(new URL('pictures-program.ts', import.meta.url));
/** Less than a request may take. */
const MOST_MS = 50_000;

export type PicturesRun = { imageDir: string; job: PicturesJob };

type Parts = { pool: Pool; imageDir: string; clock: () => Date };

/**
 * Makes pictures of the catalogue in a process of its own, under the import lock, and passes them to `commit`. Files to which
 * no row refers afterwards are deleted; those that a crash leaves behind by the next import. `signal` ends the waiting for an
 * import.
 */
export function createDrawPictures({ pool, imageDir, clock }: Parts, program = PROGRAM) {
  const run = createPictureProgram(program, MOST_MS);
  const storage = openImageFolder(imageDir);
  return function drawPictures<T>(
    job: PicturesJob,
    commit: (made: MadePictures) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const touched = [job.pages, job.small];
    const work = async () => {
      await declareFolders(pool, touched, clock());
      const input: PicturesRun = { imageDir, job };
      const written = await run(Buffer.from(JSON.stringify(input)), []);
      if (written === null) return refuse('pictureUnusable');
      const made: MadePictures | { problem: string } = JSON.parse(written.toString());
      return 'problem' in made ? refuse('pictureUnusable', null, made.problem) : commit(made);
    };
    return withCopier({ pool, storage, clock }, work, { signal, touched });
  };
}
