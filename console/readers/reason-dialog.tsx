import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Problem } from '../parts/page.tsx';

type ReasonDialogProps = {
  title: string;
  /** The effect of the action. */
  text: string;
  confirm: string;
  isRequired?: boolean;
  change: { isPending: boolean; error: Error | null };
  /** Further fields. */
  children?: ReactNode;
  onConfirm(reason: string): void;
  onClose(): void;
};

/** Asks for the reason of an action, which goes into the audit log. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirm, isRequired = false, change, children, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isRequired && reason.trim() === '') setIsMissing(true);
          else onConfirm(reason.trim());
        }}
      >
        <p className="text-soft">{text}</p>
        {children}
        <TextField
          label={isRequired ? '原因' : '原因（可以不写）'}
          maxLength={200}
          autoComplete="off"
          hint="写进操作记录"
          error={isMissing && reason.trim() === '' ? '请写原因' : null}
          value={reason}
          onText={setReason}
        />
        <Problem error={change.error} />
        <Button type="submit" disabled={change.isPending}>
          {confirm}
        </Button>
      </form>
    </Dialog>
  );
}
