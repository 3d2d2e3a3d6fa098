import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** A text that is shown once, such as a link or a key, with a button that copies it. */
export function SecretText({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The text stays selectable.
    }
  };
  return (
    <div>
      <p className="text-sm text-soft">{label}</p>
      <p className="mt-1 rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">{text}</p>
      <Button look="tinted" className="mt-3 w-full" onClick={() => void copy()}>
        {copied ? '已复制' : '复制'}
      </Button>
      <p role="status" className="sr-only">
        {copied ? '已复制' : ''}
      </p>
    </div>
  );
}
