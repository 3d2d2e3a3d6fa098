import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { bytesText } from '../../../features/text/format/bytes-text.ts';
import { toast } from '../../../notices.ts';
import { ActionRow } from '../parts/row.tsx';
import { clearStored, storedBytes } from './device-storage.ts';

/** Clears the data that can be downloaded again, and shows their size. */
export function CacheRow() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => void storedBytes().then(setBytes), []);
  const clear = async () => {
    setAsking(false);
    await clearStored();
    setBytes(await storedBytes());
    toast('已清除');
  };
  return (
    <>
      <ActionRow
        icon="cache"
        label="清除缓存"
        value={bytes === null ? '' : bytesText(bytes)}
        onOpen={() => setAsking(true)}
      />
      {asking && (
        <ConfirmDialog
          title="清除缓存"
          text="清除这台设备上可以重新下载的内容，登录、书架和阅读记录不受影响。"
          confirm="清除"
          onConfirm={() => void clear()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
