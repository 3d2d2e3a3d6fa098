import type { Envelope } from '#contract/envelope';
import { toast } from '../../notices.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ProofNote } from '../proof/proof-note.tsx';
import { SendCodeButton } from './send-code-button.tsx';
import { isGoodTelephone, TelephoneField } from './telephone-field.tsx';

export type PhoneCode = { telephone: string; code: string };
export const NO_PHONE_CODE: PhoneCode = { telephone: '', code: '' };

/** Whether both are filled in; a toast names what is missing. */
export function isGiven({ telephone, code }: PhoneCode): boolean {
  if (!isGoodTelephone(telephone)) return false;
  if (code === '') toast('请输入验证码!');
  return code !== '';
}

type PhoneCodeFieldsProps = {
  purpose: string;
  value: PhoneCode;
  onValue(value: PhoneCode): void;
  onSend(telephone: string): Promise<Envelope<unknown>>;
};

/** A phone number, and the code that is sent to it. */
export function PhoneCodeFields({ purpose, value, onValue, onSend }: PhoneCodeFieldsProps) {
  const { telephone, code } = value;
  return (
    <>
      <TelephoneField value={telephone} onText={(text) => onValue({ telephone: text, code })} />
      <TextField
        label="验证码"
        inputMode="numeric"
        value={code}
        onText={(text) => onValue({ telephone, code: text })}
        maxLength={6}
        autoComplete="one-time-code"
      >
        <SendCodeButton purpose={purpose} telephone={telephone} onSend={() => onSend(telephone)} />
      </TextField>
      <ProofNote />
    </>
  );
}
