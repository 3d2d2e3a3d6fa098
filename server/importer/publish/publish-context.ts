import type pg from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { ComicSettings } from '../../modules/catalog/publishing/publishing.ts';

/** Where a run writes to, and the settings that the operator gave for all of it. */
export type PublishContext = {
  pool: pg.Pool;
  storage: ImageStorage;
  /** Folder for what is unpacked only to be read: `<DATA_DIR>/import-tmp`. */
  scratch: string;
  clock: () => Date;
  settings: ComicSettings & { publishAt?: Date };
  /** Nobody waits for the run, and readers are not to wait because of it. */
  isUnhurried: boolean;
  /**
   * Folders of comics that are written to, and whether they hold files that nothing uses any more. They are swept at the
   * end of the run: listing the folder of a comic of a thousand chapters after each of them would take the most time of all.
   */
  comicFolders: Map<string, boolean>;
};
