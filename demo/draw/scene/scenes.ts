import { dunes, space, underwater } from './beyond.ts';
import { court } from './court.ts';
import { classroom, room, shop, train } from './indoors.ts';
import { forest, hills, mountains, sea } from './land.ts';
import { city, rooftop, street, temple, village } from './town.ts';

/** The scenes of the stories by name. */
export const SCENES = {
  mountains,
  hills,
  sea,
  forest,
  city,
  rooftop,
  street,
  temple,
  village,
  room,
  shop,
  classroom,
  court,
  train,
  space,
  underwater,
  dunes,
} as const;

export type SceneName = keyof typeof SCENES;
