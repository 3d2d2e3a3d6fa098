const CATALOG = 'server/modules/catalog/';
const FIELDS = 'contract/comic-fields.ts';
const PRINTABLE = 'server/core/text/printable.ts';
const IMAGE_STORAGE = 'server/adapters/image-storage.ts';

/**
 * The folders of the importer, in an order: a folder may only import folders before it. First a source and its limits, then the
 * readers of one thing (text, names, archives, pictures), then the stages of an import. Each folder lists every folder that it may
 * import. The files beside the folders run an import and may import all of them.
 */
export const IMPORTER_FOLDERS: Record<string, readonly string[]> = {
  'server/importer/source/': [PRINTABLE, FIELDS, CATALOG],
  'server/importer/limits/': [...folders('source'), 'server/operator/disk/'],
  'server/importer/text/': folders('limits'),
  'server/importer/naming/': folders('source', 'text'),
  'server/importer/formats/': folders('source', 'limits', 'text', 'naming'),
  'server/importer/pictures/': folders('source', 'limits'),
  'server/importer/sidecar/': [
    ...folders('source', 'limits', 'text'),
    FIELDS,
    CATALOG,
    'server/core/files/bounded-yaml.ts',
  ],
  'server/importer/discover/': [...folders('source', 'limits', 'naming'), 'server/core/text/user-name.ts'],
  'server/importer/read/': [...folders('source', 'limits', 'naming', 'sidecar', 'formats'), FIELDS, CATALOG],
  'server/importer/plan/': [
    ...folders('source', 'limits', 'naming', 'pictures/page-recipe.ts', 'sidecar', 'read'),
    CATALOG,
    'contract/chapter-no.ts',
  ],
  'server/importer/make/': [...folders('source', 'limits', 'pictures'), CATALOG, IMAGE_STORAGE],
  'server/importer/publish/': [
    ...folders('source', 'limits', 'pictures', 'sidecar', 'read', 'plan', 'make'),
    'server/core/',
    CATALOG,
    IMAGE_STORAGE,
    'server/adapters/whole-picture.ts',
  ],
  'server/importer/watch/': [
    ...folders('run.ts', 'options.ts', 'report.ts', 'source', 'discover', 'read', 'publish'),
    PRINTABLE,
  ],
};

function folders(...names: string[]): string[] {
  return names.map((name) => `server/importer/${name}${name.endsWith('.ts') ? '' : '/'}`);
}
