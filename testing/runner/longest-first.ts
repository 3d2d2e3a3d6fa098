import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest test files, longest first. If one started late, it would run alone at the end. */
export const LONGEST = [
  'testing/e2e/app/everybody.test.ts',
  'server/start/killed.test.ts',
  'testing/e2e/app/looks.test.ts',
  'server/importer/shared-hostile.test.ts',
  'testing/e2e/comics/library.test.ts',
  'server/postgres/private-postgres.test.ts',
  'testing/e2e/reader/seams.test.ts',
  'testing/fuzz/torture.test.ts',
  'testing/e2e/app/sheets.test.ts',
  'server/start/starting.test.ts',
  'testing/e2e/account/login.test.ts',
  'testing/e2e/comics/downloads.test.ts',
  'testing/e2e/app/new-version.test.ts',
  'testing/e2e/reader/kept-place.test.ts',
  'server/importer/crash.test.ts',
  'testing/e2e/app/navigation.test.ts',
  'server/modules/shop/settlement/storm.test.ts',
  'testing/e2e/buying/payment.test.ts',
  'server/importer/pictures/decode/decoders.test.ts',
  'testing/e2e/reader/reader.test.ts',
];

/** The order of test files. vitest's own order runs one project after another and depends on this machine's durations. */
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

export type SizedFile = { path: string; bytes: number };

/**
 * The same order on every machine: first the client's files, whose workers are not reused; then the longest; then browser tests
 * (which wait) evenly mixed with others (which compute), larger ones first.
 */
export function inOrder<File extends SizedFile>(files: readonly File[]): File[] {
  const rank = (file: File) => LONGEST.indexOf(file.path);
  const isClient = (file: File) => /^(ui|client)\//.test(file.path);
  const others = files
    .filter((file) => !isClient(file) && rank(file) === -1)
    .toSorted((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1));
  const isBrowser = (file: File) => file.path.startsWith('testing/e2e/');
  return [
    ...files.filter(isClient),
    ...files.filter((file) => rank(file) !== -1).toSorted((a, b) => rank(a) - rank(b)),
    ...evenly(
      others.filter(isBrowser),
      others.filter((file) => !isBrowser(file)),
    ),
  ];
}

/** Merges lists evenly, keeping their orders. */
function evenly<Each>(...lists: Each[][]): Each[] {
  return lists
    .flatMap((list) => list.map((each, index) => ({ each, at: (index + 0.5) / list.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
