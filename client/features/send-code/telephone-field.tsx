import type { ClipboardEvent } from 'react';
import { toast } from '../../notices.ts';
import { TextField } from '../../ui/text-field.tsx';
import { isTelephone, pastedTelephone, telephoneIn } from './telephone.ts';

/** Whether a code can be sent to the number; a toast says why not. */
export function isGoodTelephone(telephone: string): boolean {
  if (telephone === '') toast('请输入手机号码!');
  else if (!isTelephone(telephone)) toast('请输入正确的手机号码!');
  return isTelephone(telephone);
}

/** A mainland phone number. */
export function TelephoneField({ value, onText }: { value: string; onText(telephone: string): void }) {
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    // `maxLength` would cut off a pasted number with country code and spaces.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const selected = { start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
    onText(pastedTelephone(value, selected, event.clipboardData.getData('text')));
  };
  return (
    <TextField
      label="手机号码"
      type="tel"
      inputMode="numeric"
      value={value}
      onText={(text) => onText(telephoneIn(text))}
      onPaste={onPaste}
      maxLength={11}
      autoComplete="tel-national"
    />
  );
}
