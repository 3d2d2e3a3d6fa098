/** Whether this browser can store the app and its data for offline use. Over plain http no browser can. */
export function canDownload(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'locks' in navigator && 'storage' in navigator;
}
