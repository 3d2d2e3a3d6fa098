import { onlineManager } from '@tanstack/react-query';

/**
 * Refetches after every `online` event. The listener of TanStack Query ignores an `online` event without an earlier `offline`
 * event, as on a page that was opened without a network, or that was suspended when the network was lost.
 */
export function followReconnects() {
  onlineManager.setEventListener((setOnline) => {
    const onOnline = () => {
      setOnline(false);
      setOnline(true);
    };
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  });
}
