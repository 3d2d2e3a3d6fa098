import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: one that began among the last would run alone at the end. */
export const LONGEST = [
  'e2e/everybody.test.ts',
  'server/start/killed.test.ts',
  'e2e/looks.test.ts',
  'server/importer/shared-hostile.test.ts',
  'e2e/library.test.ts',
  'server/postgres/private-postgres.test.ts',
  'e2e/seams.test.ts',
  'server/testing/fuzz/torture.test.ts',
  'e2e/sheets.test.ts',
  'server/start/starting.test.ts',
  'e2e/login.test.ts',
  'e2e/downloads.test.ts',
  'e2e/new-version.test.ts',
  'e2e/kept-place.test.ts',
  'server/importer/crash.test.ts',
  'e2e/navigation.test.ts',
  'server/modules/shop/settlement/storm.test.ts',
  'e2e/payment.test.ts',
  'server/importer/pictures/decode/decoders.test.ts',
  'e2e/reader.test.ts',
];

/** The order in which vitest takes the files. Its own has the projects one after another, and the durations of this machine. */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = specifications.map((specification) => ({
      path: relative(this.ctx.config.root, specification.moduleId),
      bytes: statSync(specification.moduleId).size,
      specification,
    }));
    return inOrder(files).map(({ specification }) => specification);
  }
}

/** What the order depends on. */
export type SizedFile = { path: string; bytes: number };

/**
 * The same order on every machine. First the client's, whose workers are not kept; then the longest; then those that wait
 * for pages among those that compute, evenly, the larger ones first.
 */
export function inOrder<File extends SizedFile>(files: readonly File[]): File[] {
  const rank = (file: File) => LONGEST.indexOf(file.path);
  const isClient = (file: File) => file.path.startsWith('client/');
  const others = files
    .filter((file) => !isClient(file) && rank(file) === -1)
    .toSorted((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1));
  const isBrowser = (file: File) => file.path.startsWith('e2e/');
  return [
    ...files.filter(isClient),
    ...files.filter((file) => rank(file) !== -1).toSorted((a, b) => rank(a) - rank(b)),
    ...evenly(
      others.filter(isBrowser),
      others.filter((file) => !isBrowser(file)),
    ),
  ];
}

/** Each list in its own order, and each spread over the whole. */
function evenly<Each>(...lists: Each[][]): Each[] {
  return lists
    .flatMap((list) => list.map((each, index) => ({ each, at: (index + 0.5) / list.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
