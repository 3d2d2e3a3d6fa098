import { balloons, cranes, moon, rocket, umbrellas, whale } from './air-props.ts';
import { couple, lighthouse, road, train, wanderer } from './ground-props.ts';

/** Objects on covers. Each is drawn into the whole frame. */
export const PROPS = {
  none: () => '',
  balloons,
  couple,
  cranes,
  lighthouse,
  moon,
  road,
  rocket,
  train,
  umbrellas,
  wanderer,
  whale,
} as const;

export type PropName = keyof typeof PROPS;
