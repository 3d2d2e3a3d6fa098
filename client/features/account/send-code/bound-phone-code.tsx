import type { InputOf } from '#contract/call';
import { userSendCode } from '#contract/calls/account';
import { TextField } from '../../../../ui/text-field.tsx';
import { ProofNote } from '../proof/proof-note.tsx';
import { sendWithProof } from '../proof/send-with-proof.ts';
import { SendCodeButton } from './send-code-button.tsx';

type BoundPhoneCodeProps = {
  purpose: InputOf<typeof userSendCode>['purpose'];
  code: string;
  onCode(code: string): void;
  /** Why the code was refused. */
  error: string | null;
};

/** The field for a code sent to the bound phone. */
export function BoundPhoneCode({ purpose, code, onCode, error }: BoundPhoneCodeProps) {
  return (
    <div>
      <TextField
        label="验证码（发到已绑定的手机）"
        inputMode="numeric"
        value={code}
        onText={onCode}
        error={error}
        maxLength={6}
        autoComplete="one-time-code"
      >
        <SendCodeButton purpose={purpose} telephone="" onSend={() => sendWithProof(userSendCode, { purpose }, 'sms')} />
      </TextField>
      <ProofNote />
    </div>
  );
}
