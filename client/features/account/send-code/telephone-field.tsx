import type { ClipboardEvent } from 'react';
import { TextField } from '../../../../ui/text-field.tsx';
import { isTelephone, pastedTelephone, telephoneIn } from './telephone.ts';

/** Why no code can be sent to the number; null if one can. */
export function telephoneProblem(telephone: string): string | null {
  if (telephone === '') return '请输入手机号码!';
  return isTelephone(telephone) ? null : '请输入正确的手机号码!';
}

type TelephoneFieldProps = { value: string; onText(telephone: string): void; error: string | null };

/** A mainland phone number. */
export function TelephoneField({ value, onText, error }: TelephoneFieldProps) {
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
      error={error}
      maxLength={11}
      autoComplete="tel-national"
    />
  );
}
