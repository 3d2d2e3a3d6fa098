/** The whole screen for the pages, or not any more; nothing where the browser has no such thing. */
export function toggleFullscreen() {
  if (!document.fullscreenEnabled) return;
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // What the browser does not allow stays as it is.
  void change.catch(() => undefined);
}
