import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem } from './page.tsx';

type FormThenPreviewProps = {
  form: ReactNode;
  /** The preview of the form; null while it is being filled in. */
  preview: ReactNode | null;
  isSending: boolean;
  error: Error | null;
  sendText: string;
  onBack(): void;
  onSend(): void;
};

/** A form, then a preview with the button that sends it. The form is hidden and not removed, so that its values stay. */
export function FormThenPreview({ form, preview, isSending, error, sendText, onBack, onSend }: FormThenPreviewProps) {
  return (
    <>
      <div hidden={preview !== null}>{form}</div>
      {preview !== null && (
        <div className="flex flex-col gap-4">
          {preview}
          <Problem error={error} />
          <div className="flex gap-3">
            <Button look="tinted" className="flex-1" disabled={isSending} onClick={onBack}>
              返回修改
            </Button>
            <Button className="flex-1" disabled={isSending} onClick={onSend}>
              {sendText}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
