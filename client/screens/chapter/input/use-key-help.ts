import { type ComponentType, useState } from 'react';

type KeyHelpProps = { left: boolean; onClose: () => void };

/** The list of keys. Its code is fetched when it is first opened. */
export function useKeyHelp() {
  const [Sheet, setSheet] = useState<ComponentType<KeyHelpProps> | null>(null);
  const open = () =>
    void import('./key-help.tsx').then(
      ({ KeyHelp }) => setSheet(() => KeyHelp),
      // Without a network there is no list.
      () => undefined,
    );
  return { Sheet, open, close: () => setSheet(null) };
}
