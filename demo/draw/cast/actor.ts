import type { Canvas } from '../canvas.ts';
import { type Creature, drawCreature } from './creature.ts';
import { drawPerson, type Person, type Pose } from './person.ts';

/** A character of a story. */
export type Actor = Person | Creature;

export function drawActor(c: Canvas, who: Actor, pose: Pose): string {
  return who.kind === 'person' ? drawPerson(c, who, pose) : drawCreature(c, who, pose);
}
