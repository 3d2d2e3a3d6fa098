import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { declareFolders } from '../../modules/catalog/publishing/publishing.ts';
import type { CropJob, MadeCrop } from '../make/make-crop.ts';
import type { MadePages, PagesJob } from '../make/make-pages.ts';
import { withCopier } from '../publish/with-copier.ts';
import { createPictureProgram } from './redraw.ts';

const PROGRAM = fileURLToPath(new URL('pictures-program.ts', import.meta.url));
/** Less than a request may take. */
const MOST_MS = 50_000;

/** Pages of a chapter, or a cover that is cut out of a picture. */
type Jobs = { pages: { job: PagesJob; made: MadePages }; crop: { job: CropJob; made: MadeCrop } };
export type PicturesRun = { imageDir: string } & ({ kind: 'pages'; job: PagesJob } | { kind: 'crop'; job: CropJob });

type Parts = { pool: Pool; imageDir: string; clock: () => Date };

/**
 * Makes pictures of the catalogue in a process of its own, under the import lock, and passes them to `commit`. Files to which
 * no row refers afterwards are deleted; those that a crash leaves behind by the next import. `signal` ends the waiting for an
 * import.
 */
export function createDrawPictures({ pool, imageDir, clock }: Parts) {
  const run = createPictureProgram(PROGRAM, MOST_MS);
  const storage = openImageFolder(imageDir);
  return function drawPictures<Kind extends keyof Jobs, T>(
    kind: Kind,
    job: Jobs[Kind]['job'],
    commit: (made: Jobs[Kind]['made']) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const touched = 'pages' in job ? [job.pages, job.small] : [job.small];
    const work = async () => {
      await declareFolders(pool, touched, clock());
      const written = await run(Buffer.from(JSON.stringify({ imageDir, kind, job })), []);
      if (written === null) return refuse('pictureUnusable');
      const made: Jobs[Kind]['made'] | { problem: string } = JSON.parse(written.toString());
      return 'problem' in made ? refuse('pictureUnusable', null, made.problem) : commit(made);
    };
    return withCopier({ pool, storage, clock }, work, { signal, touched });
  };
}
