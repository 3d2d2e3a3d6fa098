import type { ReactNode } from 'react';
import { ForwardIcon } from '../../../../ui/icons.tsx';
import { RowIcon, type RowIconName } from '../../../../ui/row-icons.tsx';
import { DownIcon } from '../../../../ui/screen-icons.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';

type RowGroupProps = {
  title: string;
  /** The title is only read aloud. */
  untitled?: boolean;
  children: ReactNode;
};

/** Rows that belong together, under a heading. */
export function RowGroup({ title, untitled = false, children }: RowGroupProps) {
  return (
    <section aria-label={title} className="page-width mt-6">
      <h2 className={untitled ? 'sr-only' : 'text-sm text-soft'}>{title}</h2>
      <div className="mt-1 rounded-2xl bg-sunken px-4">{children}</div>
    </section>
  );
}

/** Rows that few readers need; their heading opens them. */
export function FoldedRows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group page-width mt-6">
      <summary className="flex min-h-12 items-center gap-3 rounded-2xl bg-sunken px-4 group-open:rounded-b-none [&::-webkit-details-marker]:hidden">
        <RowIcon name="teen" />
        <span className="flex-1">{title}</span>
        <DownIcon className="size-4 text-soft group-open:rotate-180" />
      </summary>
      <div className="rounded-b-2xl border-t border-line bg-sunken px-4">{children}</div>
    </details>
  );
}

const ROW = 'flex min-h-12 w-full items-center gap-3 border-b border-line text-left last:border-0 active:opacity-70';

type RowProps = { icon: RowIconName; label: string; value?: ReactNode };

function RowBody({ icon, label, value }: RowProps) {
  return (
    <>
      <RowIcon name={icon} />
      <span className="shrink-0">{label}</span>
      <span className="min-w-0 flex-1 truncate text-right text-sm text-soft">{value}</span>
      <ForwardIcon className="size-4 text-soft" />
    </>
  );
}

/** A row that leads to a screen. */
export function LinkRow({ to, ...body }: RowProps & { to: string }) {
  return (
    <ScreenLink to={to} className={ROW}>
      <RowBody {...body} />
    </ScreenLink>
  );
}

/** A row that opens something. */
export function ActionRow({ onOpen, ...body }: RowProps & { onOpen(): void }) {
  return (
    <button type="button" className={ROW} onClick={onOpen}>
      <RowBody {...body} />
    </button>
  );
}
