const CATALOG = 'server/modules/catalog/';
const FIELDS = 'contract/comic-fields.ts';
const PRINTABLE = 'server/core/text/printable.ts';
const IMAGE_STORAGE = 'server/adapters/image-storage.ts';

/**
 * The importer's rooms, in the order in which they may know each other: first what is known of a source and its limits,
 * then what reads one thing (text, names, archives, pictures), then the stages of an import. A room names every room
 * that it may import; what runs an import (the files beside the rooms) may import all of them.
 */
export const IMPORTER_ROOMS: Record<string, readonly string[]> = {
  'server/importer/source/': [PRINTABLE, FIELDS, CATALOG],
  'server/importer/limits/': [...rooms('source'), 'server/operator/disk/'],
  'server/importer/text/': rooms('limits'),
  'server/importer/naming/': rooms('source', 'text'),
  'server/importer/formats/': rooms('source', 'limits', 'text', 'naming'),
  'server/importer/pictures/': rooms('source', 'limits'),
  'server/importer/sidecar/': [
    ...rooms('source', 'limits', 'text'),
    FIELDS,
    CATALOG,
    'server/core/files/bounded-yaml.ts',
  ],
  'server/importer/discover/': [...rooms('source', 'limits', 'naming'), 'server/core/text/user-name.ts'],
  'server/importer/read/': [...rooms('source', 'limits', 'naming', 'sidecar', 'formats'), FIELDS, CATALOG],
  'server/importer/plan/': [
    ...rooms('source', 'limits', 'naming', 'pictures/page-recipe.ts', 'sidecar', 'read'),
    CATALOG,
    'contract/chapter-no.ts',
  ],
  'server/importer/make/': [...rooms('source', 'limits', 'pictures'), CATALOG, IMAGE_STORAGE],
  'server/importer/publish/': [
    ...rooms('source', 'limits', 'pictures', 'sidecar', 'read', 'plan', 'make'),
    'server/core/',
    CATALOG,
    IMAGE_STORAGE,
    'server/adapters/whole-picture.ts',
  ],
  'server/importer/watch/': [
    ...rooms('run.ts', 'options.ts', 'report.ts', 'source', 'discover', 'read', 'publish'),
    PRINTABLE,
  ],
};

function rooms(...names: string[]): string[] {
  return names.map((name) => `server/importer/${name}${name.endsWith('.ts') ? '' : '/'}`);
}
