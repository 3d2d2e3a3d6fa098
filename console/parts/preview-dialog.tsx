import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from './page.tsx';

export type PreviewLine = { what: string; before: string; after: string };

type PreviewDialogProps = {
  title: string;
  /** The changes, in the order in which they are shown. */
  lines: readonly PreviewLine[];
  /** The text of the button that does it. */
  confirm: string;
  busy: boolean;
  error: Error | null;
  /** Ctrl+S opens the dialog, so Ctrl+S also confirms it. */
  saves?: boolean;
  /** Warnings and further fields, such as a reason. */
  children?: ReactNode;
  onConfirm(): void;
  onClose(): void;
};

/** Previews a change before it is made. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { title, lines, confirm, busy, error, saves, children, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto text-sm">
          {lines.map(({ what, before, after }) => (
            <li key={what} className="flex flex-col gap-0.5 py-2 break-words">
              <span className="font-medium">{what}</span>
              <span>
                <span className="text-soft">{before}</span>
                <span aria-hidden className="text-soft">
                  {' '}
                  →{' '}
                </span>
                <span className="sr-only">改为</span>
                {after}
              </span>
            </li>
          ))}
        </ul>
        {children}
        <Problem error={error} />
        <Button data-save={saves} disabled={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
