import { onDemand } from '../on-demand.tsx';

const cats = () => import('./cats.tsx');

const DRAWINGS = {
  empty: onDemand(async () => (await cats()).SleepingCat),
  offline: onDemand(async () => (await cats()).CatInRain),
  locked: onDemand(async () => (await cats()).CatAtGate),
  success: onDemand(async () => (await cats()).CheeringCat),
};

export type DrawingName = keyof typeof DRAWINGS;

/** A drawing in the site's colour. Its code is loaded when it is shown; its place is kept until then. */
export function Drawing({
  name,
  className = 'h-30 w-40 low:h-16 low:w-21',
}: {
  name: DrawingName;
  className?: string;
}) {
  const Shown = DRAWINGS[name];
  return (
    <span className={`block ${className}`}>
      <Shown />
    </span>
  );
}
