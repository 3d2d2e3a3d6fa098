import { type FormEvent, useState } from 'react';
import { isMailAddress } from '#contract/mail-address';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Asks for an address, to which a verification mail is sent. */
export function MailForm({ busy, onSend, onClose }: { busy: boolean; onSend(address: string): void; onClose(): void }) {
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  function send(event: FormEvent) {
    event.preventDefault();
    if (isMailAddress(address.trim())) onSend(address.trim());
    else setError('请填写一个邮箱，如 name@example.com');
  }
  return (
    <form className="mt-2" noValidate onSubmit={send}>
      <TextField
        label="收消息的邮箱"
        type="email"
        autoComplete="email"
        value={address}
        onText={(text) => {
          setAddress(text);
          setError(null);
        }}
        hint="会收到一封验证邮件，打开里面的链接才开始发"
        error={error}
      />
      <div className="mt-2 flex gap-2">
        <Button type="submit" disabled={busy}>
          发送验证邮件
        </Button>
        <Button look="quiet" onClick={onClose}>
          取消
        </Button>
      </div>
    </form>
  );
}
