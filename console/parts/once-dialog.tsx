import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type OnceDialogProps = { title: string; onClose(): void; children: ReactNode };

/** Shows something that can't be shown again. Neither Esc nor a click beside it closes it. */
export function OnceDialog({ title, onClose, children }: OnceDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} firm>
      {children}
      <Button className="mt-4 w-full" onClick={onClose}>
        收好了
      </Button>
    </Dialog>
  );
}
