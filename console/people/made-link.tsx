import { SecretText } from '../parts/secret-text.tsx';
import { timeText } from '../parts/time.ts';

/** A one-time link for somebody else. It is shown once. */
export function MadeLink({ token, expiresAt, name }: { token: string; expiresAt: string; name: string }) {
  return (
    <div className="flex flex-col gap-3">
      <SecretText label={`把这个链接只交给「${name}」本人`} text={`${location.origin}/console/link#${token}`} />
      <p className="text-sm text-soft">{timeText(expiresAt)} 之前有效，只能用一次，关闭之后不再显示。</p>
    </div>
  );
}
