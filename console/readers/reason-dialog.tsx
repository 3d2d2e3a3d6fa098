import { type ReactNode, useRef, useState } from 'react';
import type { DataOf, InputOf } from '#contract/call';
import type { StaffCall } from '#contract/console/staff-call';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { OnceDialog } from '../parts/once-dialog.tsx';
import { Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';

type ReasonDialogProps<C extends StaffCall> = {
  call: C;
  payload(reason: string): InputOf<C>;
  title: string;
  /** The effect of the action. */
  text: string;
  confirm: string;
  isRequired?: boolean;
  /** Further fields. */
  children?: ReactNode;
  onDone?(data: DataOf<C>): void;
  /** Shown in the dialog instead of closing it. */
  result?: { title: string; content(data: DataOf<C>): ReactNode };
  onClose(): void;
};

/** Asks for the reason of an action, which goes into the audit log, and calls it. */
export function ReasonDialog<C extends StaffCall>(props: ReasonDialogProps<C>) {
  const { call, payload, title, text, confirm, isRequired = true, children, onDone, result, onClose } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const change = useChange(call, (data) => {
    if (!result) onClose();
    onDone?.(data);
  });
  if (result && change.data !== undefined)
    return (
      <OnceDialog key="result" title={result.title} onClose={onClose}>
        {result.content(change.data)}
      </OnceDialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isRequired && reason.trim() === '') {
            setIsMissing(true);
            field.current?.focus();
          } else change.mutate(payload(reason.trim()));
        }}
      >
        <p className="text-soft">{text}</p>
        {children}
        <TextField
          label={isRequired ? '原因' : '原因（可以不写）'}
          maxLength={200}
          autoComplete="off"
          hint="写进操作记录"
          ref={field}
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
