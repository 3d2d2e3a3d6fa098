/** Whether this browser keeps an app and its data for a time without a network; over plain http none does. */
export function canDownload(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'locks' in navigator && 'storage' in navigator;
}
