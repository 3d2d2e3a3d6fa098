import { type ClipboardEvent, useState } from 'react';

/** A note after a paste that did not fit: the browser cuts it without a word. */
export function useCutNote(maxLength: number | undefined) {
  const [note, setNote] = useState<string | null>(null);
  function onPaste({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
    if (maxLength === undefined) return;
    const { value, selectionStart, selectionEnd } = currentTarget;
    const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
    const isCut = kept + clipboardData.getData('text').length > maxLength;
    setNote(isCut ? `最多 ${maxLength} 个字，多出来的没有粘贴进来` : null);
  }
  return { note, onPaste };
}
