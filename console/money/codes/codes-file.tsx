import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { saveText } from '../../parts/export-button.tsx';
import { OnceDialog } from '../../parts/once-dialog.tsx';

/** The codes of a batch after they were made: the only time that they can be downloaded. */
export function CodesFile({ name, csv, onClose }: { name: string; csv: string; onClose(): void }) {
  return (
    <OnceDialog title="兑换码已生成" onClose={onClose}>
      <p>文件已经下载到这台设备，请收好。没有看到文件就再下载一次：关掉这个窗口之后，谁也拿不到这些码了。</p>
      <Button look="tinted" className="mt-4 w-full" onClick={() => saveCodes(name, csv)}>
        再下载一次
      </Button>
    </OnceDialog>
  );
}

export function saveCodes(name: string, csv: string): void {
  saveText(`兑换码-${name.replace(/[\\/:*?"<>|]/g, '_')}.csv`, csv, 'text/csv;charset=utf-8');
}

type Change<Payload> = { mutate(payload: Payload, options: { onSettled(): void }): void };

/** Sends a change once: a double tap would send it again, and the refusal of the second would hide the codes of the first. */
export function useSendOnce<Payload>({ mutate }: Change<Payload>): (payload: Payload) => void {
  const isSending = useRef(false);
  return (payload) => {
    if (isSending.current) return;
    isSending.current = true;
    mutate(payload, {
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
}
