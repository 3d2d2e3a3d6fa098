/** A bar; `part` from 0 to 1, null = it is not known how much is left. */
export function ProgressBar({ label, part }: { label: string; part: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(part !== null && { 'aria-valuenow': Math.floor(100 * part) })}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent ${part === null ? 'w-1/3 animate-pulse' : 'transition-[width]'}`}
        style={part === null ? undefined : { width: `${100 * part}%` }}
      />
    </div>
  );
}
