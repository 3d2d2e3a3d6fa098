/** Enters or leaves full screen. Does nothing if the browser does not support it. */
export function toggleFullscreen() {
  if (!document.fullscreenEnabled) return;
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // The browser may refuse.
  void change.catch(() => undefined);
}
