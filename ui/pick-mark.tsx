import { CheckIcon } from './screen-icons.tsx';

/** Whether an entry is picked while the list is edited. */
export function PickMark({ picked, className = '' }: { picked: boolean; className?: string }) {
  return (
    <span
      className={`flex size-6 shrink-0 items-center justify-center rounded-full ${picked ? 'bg-accent text-on-accent!' : 'border-2 border-current'} ${className}`}
    >
      {picked && <CheckIcon className="size-4" />}
    </span>
  );
}
