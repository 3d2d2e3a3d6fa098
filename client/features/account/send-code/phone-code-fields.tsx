import type { ClipboardEvent } from 'react';
import type { Envelope } from '#contract/envelope';
import { FieldPair, TextField } from '../../../../ui/text-field.tsx';
import { ProofNote } from '../proof/proof-note.tsx';
import { SendCodeButton } from './send-code-button.tsx';
import { isTelephone, pastedTelephone, telephoneIn } from './telephone.ts';

export type PhoneCode = { telephone: string; code: string };
export const NO_PHONE_CODE: PhoneCode = { telephone: '', code: '' };

/** Why each of the two can't be sent; null if it can. */
export type PhoneCodeProblems = { telephone: string | null; code: string | null };
export const NO_PROBLEMS: PhoneCodeProblems = { telephone: null, code: null };

/** The first problem; null if both can be sent. */
export function problemIn({ telephone, code }: PhoneCode): PhoneCodeProblems | null {
  const wrong = telephoneProblem(telephone);
  if (wrong) return { telephone: wrong, code: null };
  return code === '' ? { telephone: null, code: '请输入验证码!' } : null;
}

type PhoneCodeFieldsProps = {
  purpose: string;
  value: PhoneCode;
  onValue(value: PhoneCode): void;
  problems: PhoneCodeProblems;
  onProblems(problems: PhoneCodeProblems): void;
  onSend(telephone: string): Promise<Envelope<unknown>>;
};

/** A phone number, and the code that is sent to it. */
export function PhoneCodeFields({ purpose, value, onValue, problems, onProblems, onSend }: PhoneCodeFieldsProps) {
  const { telephone, code } = value;
  const maySend = () => {
    const wrong = telephoneProblem(telephone);
    onProblems({ telephone: wrong, code: null });
    return wrong === null;
  };
  return (
    <>
      <FieldPair>
        <TelephoneField
          value={telephone}
          onText={(text) => {
            onValue({ telephone: text, code });
            onProblems({ ...problems, telephone: null });
          }}
          error={problems.telephone}
        />
        <TextField
          label="验证码"
          inputMode="numeric"
          value={code}
          onText={(text) => {
            onValue({ telephone, code: text });
            onProblems({ ...problems, code: null });
          }}
          error={problems.code}
          maxLength={6}
          autoComplete="one-time-code"
        >
          <SendCodeButton purpose={purpose} telephone={telephone} maySend={maySend} onSend={() => onSend(telephone)} />
        </TextField>
      </FieldPair>
      <ProofNote />
    </>
  );
}

/** Why no code can be sent to the number; null if one can. */
function telephoneProblem(telephone: string): string | null {
  if (telephone === '') return '请输入手机号码!';
  return isTelephone(telephone) ? null : '请输入正确的手机号码!';
}

type TelephoneFieldProps = { value: string; onText(telephone: string): void; error: string | null };

/** A mainland phone number. */
function TelephoneField({ value, onText, error }: TelephoneFieldProps) {
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
