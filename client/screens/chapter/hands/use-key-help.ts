import { type ComponentType, useState } from 'react';

type KeyHelpProps = { left: boolean; onClose: () => void };

/** The list of keys, whose code is fetched when it is first asked for. */
export function useKeyHelp() {
  const [Sheet, setSheet] = useState<ComponentType<KeyHelpProps> | null>(null);
  const open = () =>
    void import('./key-help.tsx').then(
      ({ KeyHelp }) => setSheet(() => KeyHelp),
      // Without a network the keys do what they do.
      () => undefined,
    );
  return { Sheet, open, close: () => setSheet(null) };
}
