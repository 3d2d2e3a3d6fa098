import type { Random } from '../app/seeded-random.ts';
import type { Mutation } from './mutations.ts';

export type Mutant = Mutation & { path: string };

/** Server, contract, and the client's logic. Visual code is covered by browser tests. */
const IN_SCOPE =
  /^(?:contract|server\/(?:core|http|pages|adapters|operator\/editorial-file|importer|modules|start))\/|^(?:ui|client)\//;
const OUT_OF_SCOPE = /\.test\.tsx?$|\/testing\/|\.d\.ts$|^(?:ui|client)\/.*\.tsx$/;

export function isInScope(path: string): boolean {
  return /\.tsx?$/.test(path) && IN_SCOPE.test(path) && !OUT_OF_SCOPE.test(path);
}

/** The part of the project that a file belongs to: a module, or a folder of one of the worlds. */
export function areaOf(path: string): string {
  const [world = '', folder = '', inner = ''] = path.split('/');
  return folder === 'modules' ? `${world}/${folder}/${inner}` : `${world}/${folder}`;
}

/** Draws `size` mutants evenly over areas and kinds, so that the largest don't fill the sample. */
export function drawSample(mutants: readonly Mutant[], size: number, random: Random): Mutant[] {
  const areas = [...Map.groupBy(mutants, ({ path }) => areaOf(path)).values()].map((ofArea) =>
    [...Map.groupBy(ofArea, ({ kind }) => kind).values()].map((ofKind) => [...ofKind]),
  );
  const drawn: Mutant[] = [];
  while (drawn.length < size && areas.length > 0) {
    for (const kinds of areas.slice()) {
      if (drawn.length === size) break;
      const ofKind = random.oneOf(kinds);
      drawn.push(...ofKind.splice(random.below(ofKind.length), 1));
      if (ofKind.length === 0) kinds.splice(kinds.indexOf(ofKind), 1);
      if (kinds.length === 0) areas.splice(areas.indexOf(kinds), 1);
    }
  }
  return drawn;
}
