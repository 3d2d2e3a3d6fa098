import type pg from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { Act, ComicSettings, ImportRun } from '../../modules/catalog/publishing/publishing.ts';
import type { AuthorRights } from '../plan/author-comics.ts';

/** The destination of a run, and the operator's settings for the whole run. */
export type PublishContext = {
  pool: pg.Pool;
  storage: ImageStorage;
  /** Folder for temporary files of unpacked archives: `<DATA_DIR>/import-tmp`. */
  scratch: string;
  clock: () => Date;
  settings: ComicSettings & { publishAt?: Date };
  /** Set if new comics and chapters are hidden from readers: the actor who decided that. */
  hiddenBy?: Act | undefined;
  /** For the audit log; undefined = the chapters are not logged. */
  run?: ImportRun | undefined;
  /** The rights of the author who imports; undefined = not an author. */
  author?: AuthorRights | undefined;
  /** The run is in the background and must not slow down readers. */
  isUnhurried: boolean;
  /**
   * Folders of comics that the run writes to, and whether they contain unused files. They are cleaned once at the end of the
   * run: listing a comic's folder after each of a thousand chapters would dominate the run time.
   */
  comicFolders: Map<string, boolean>;
};
