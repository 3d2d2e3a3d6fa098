import { CheckIcon } from '../../../ui/screen-icons.tsx';

/** Whether an entry is picked while the list is edited. */
export function PickMark({ picked, className = '' }: { picked: boolean; className?: string }) {
  return (
    <span
      className={`flex size-6 shrink-0 items-center justify-center rounded-full ${picked ? 'bg-accent text-on-accent' : 'bg-black/45 text-white ring-1 ring-white'} ${className}`}
    >
      {picked && <CheckIcon className="size-4" />}
    </span>
  );
}
