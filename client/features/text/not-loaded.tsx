import { useEffect } from 'react';
import { toast } from '../../notices.ts';

export const NOT_LOADED = '没有加载成功，请检查网络';

/** In place of a sheet whose code can't be loaded: a toast says so, and the sheet closes, so that it can be opened again. */
export function NotLoaded({ onClose }: { onClose(): void }) {
  useEffect(() => {
    toast(NOT_LOADED);
    onClose();
  }, [onClose]);
  return null;
}
