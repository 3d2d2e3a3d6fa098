/** The placeholder of something that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden data-skeleton className={`animate-[breathe_1.6s_infinite] rounded-lg bg-sunken ${className}`} />
  );
}
