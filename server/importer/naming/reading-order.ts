import type { Role } from '../source/name-parts.ts';
import { compareNatural } from '../source/natural-order.ts';
import { readSiblings, type SiblingReading } from './siblings.ts';

/** The order of names without a number: prologues first, epilogues and afterwords last. */
const RANK: Record<Role, number> = {
  opening: 0,
  chapter: 1,
  none: 2,
  side: 3,
  notice: 4,
  finale: 5,
  epilogue: 6,
  afterword: 7,
};

/**
 * Sorts the names of one folder in reading order: 序章, 第2话, 第2.5话, 第10话, 番外, 后记. Names without numbers are in natural order.
 * Used for chapter folders inside an archive too.
 */
export function inReadingOrder(names: readonly string[]): string[] {
  const placed = readSiblings(names, undefined);
  const titles = placed.map(({ shared, head, role }) => (role === 'none' ? undefined : (shared ?? head)));
  // Folders of several stories, such as a 1, a 2, b 1, are sorted by story first.
  const areStories = titles.every((title) => title !== undefined);
  const read = readSiblings(names, []).map((reading, index) => ({
    name: names[index] ?? '',
    reading,
    story: titles[index],
  }));
  return read
    .sort(
      (a, b) =>
        (areStories ? compareNatural(a.story ?? '', b.story ?? '') : 0) ||
        compareReadings(a.reading, b.reading) ||
        compareNatural(a.name, b.name),
    )
    .map(({ name }) => name);
}

function compareReadings(a: SiblingReading, b: SiblingReading): number {
  const [placeA, placeB] = [placeOf(a), placeOf(b)];
  return RANK[placeA.role] - RANK[placeB.role] || placeA.volume - placeB.volume || placeA.no - placeB.no;
}

/** A side story of a known chapter follows that chapter. */
function placeOf({ role, no = 0, near, volume = 0 }: SiblingReading): { role: Role; volume: number; no: number } {
  return near === undefined ? { role, volume, no } : { role: 'chapter', volume, no: near + 0.0001 };
}
