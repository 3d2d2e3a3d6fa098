import { onDemand } from '../on-demand.tsx';

const cats = () => import('./cats.tsx');

const DRAWINGS = {
  empty: onDemand(async () => (await cats()).SleepingCat, Shadow),
  offline: onDemand(async () => (await cats()).CatInRain, Shadow),
  locked: onDemand(async () => (await cats()).CatAtGate, Shadow),
  success: onDemand(async () => (await cats()).CheeringCat, Shadow),
};

export type DrawingName = keyof typeof DRAWINGS;

/** The shape of a cat, in place of a drawing whose code is loading or can't be loaded. */
function Shadow() {
  return (
    <svg viewBox="0 0 200 150" aria-hidden className="size-full" fill="var(--sunken)">
      <ellipse cx="100" cy="134" rx="76" ry="9" />
      <path d="M58 134C52 104 72 92 100 92s48 12 42 42zM70 74V40l26 18zM130 74V40l-26 18z" />
      <circle cx="100" cy="78" r="31" />
    </svg>
  );
}

/** A drawing in the site's colour. Its code is loaded when it is shown. */
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
      <Shown fallback={<Shadow />} />
    </span>
  );
}
