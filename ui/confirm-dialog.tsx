import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  text: string;
  /** The label of the confirming button. */
  confirm: string;
  busy?: boolean;
  onConfirm(): void;
  onClose(): void;
};

/** Asks before an action that can't easily be undone. */
export function ConfirmDialog({ title, text, confirm, busy = false, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-soft">{text}</p>
      <div className="mt-4 flex gap-3">
        <Button look="tinted" className="flex-1" onClick={onClose}>
          取消
        </Button>
        <Button className="flex-1" disabled={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
