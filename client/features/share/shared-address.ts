import { toast } from '../../notices.ts';
import { comicPath } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { copyText, sharedAddress } from './share.ts';

/** The address of a comic, with the code of this reader. */
export function useSharedAddress(comicId: number): string {
  const shareCode = useClientState((state) => state.userInfo?.shareCode);
  return sharedAddress(location.origin, comicPath(comicId), shareCode);
}

/** Copies an address, and shows a toast with the result. */
export async function copyAddress(address: string): Promise<void> {
  sayCopied(await copyText(address));
}

export function sayCopied(isCopied: boolean): void {
  toast(isCopied ? '链接已复制' : '没能复制，请从地址栏复制链接');
}
