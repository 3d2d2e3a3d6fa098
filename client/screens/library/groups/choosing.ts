import type { DataOf } from '#contract/call';
import type { groups } from '#contract/calls/groups';

export type Group = DataOf<typeof groups>['list'][number];

/** How many of the picked comics are in a group. */
export type Part = 'all' | 'some' | 'none';

/** The groups that the reader has checked (true) or unchecked (false). */
export type Choices = ReadonlyMap<number, boolean>;

export function partOf({ id, chosen }: Required<Group>, picked: number, choices: Choices): Part {
  const choice = choices.get(id);
  if (choice !== undefined) return choice ? 'all' : 'none';
  return chosen === 0 ? 'none' : chosen < picked ? 'some' : 'all';
}

/** The groups to put the picked comics into, and those to take them out of. A group that is not in the list is new. */
export function changesOf(list: readonly Required<Group>[], picked: number, choices: Choices) {
  const chosenIn = (id: number) => list.find((group) => group.id === id)?.chosen ?? 0;
  const changed = [...choices].filter(([id, into]) => (into ? chosenIn(id) < picked : chosenIn(id) > 0));
  const ids = (wanted: boolean) => changed.flatMap(([id, into]) => (into === wanted ? [id] : []));
  return { into: ids(true), outOf: ids(false) };
}

/** The groups, with the sums of the counts in several answers. Each answer has all groups. */
export function sumChosen(answers: readonly Group[][]): Required<Group>[] {
  const chosenIn = (id: number) =>
    answers.flat().reduce((sum, group) => sum + (group.id === id ? (group.chosen ?? 0) : 0), 0);
  return (answers.at(-1) ?? []).map((group) => ({ ...group, chosen: chosenIn(group.id) }));
}
