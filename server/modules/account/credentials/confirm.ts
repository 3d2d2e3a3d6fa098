import type { SessionCtx } from '../../../core/ctx.ts';
import { BadField, Refusal } from '../../../core/refusal.ts';
import type { GuardedRow } from '../reader/store.ts';
import type { Devices } from '../session/known-devices.ts';
import type { GivenCode, SmsCodes } from '../sms/codes.ts';
import type { Guesses } from './guesses.ts';
import { fitsHash } from './hash.ts';

const OLD_CODE = { field: 'oldCode' };

type Given = {
  password?: string | undefined;
  code?: string | undefined;
  purpose: 'password' | 'delete';
  field: string;
};
type GivenForPhone = { password?: string | undefined; oldCode?: string | undefined; telephone: string; code: string };

/**
 * Confirms the reader's identity by the password or by a code sent to the bound phone, because a stolen session must not be
 * enough to change credentials. Returns the code of the refusal, or null if confirmed.
 */
export type Confirm = {
  reader(ctx: SessionCtx, reader: GuardedRow, given: Given): Promise<null | 2001 | 2002>;
  /** Also confirms the phone to be bound. Either all codes are used up or none. */
  newPhone(ctx: SessionCtx, reader: GuardedRow, given: GivenForPhone): Promise<null | 2002>;
};

export type ConfirmParts = { guesses: Guesses; devices: Devices; codes: SmsCodes };

export function createConfirm({ guesses, devices, codes }: ConfirmParts): Confirm {
  async function fitsPassword(ctx: SessionCtx, reader: GuardedRow, password: string): Promise<boolean> {
    const device = await devices.knownTo(ctx, reader.readerId);
    const key = device ? guesses.keyOfDevice(device) : guesses.keyOf('password', String(reader.readerId));
    const hashCaller = { urgent: false, address: ctx.from.address };
    if (!(await guesses.attempt(key, ctx.now, () => fitsHash(password, reader.passwordHash, hashCaller)))) return false;
    await guesses.forget(key);
    return true;
  }

  return {
    async reader(ctx, reader, { password, code, purpose, field }) {
      const { telephone, passwordHash } = reader;
      if (code !== undefined) {
        const fits = telephone !== null && (await codes.use(ctx, ctx.caller, { telephone, purpose, code }));
        return fits ? null : 2002;
      }
      if (passwordHash === null) throw new Refusal(2002, null, '请输入发到已绑定手机的验证码');
      if (password === undefined) throw new BadField(field);
      return (await fitsPassword(ctx, reader, password)) ? null : 2001;
    },

    async newPhone(ctx, reader, { password, oldCode, telephone, code }) {
      const given: GivenCode[] = [{ telephone, purpose: 'bind', code }];
      if (oldCode !== undefined && reader.telephone !== null)
        given.push({ telephone: reader.telephone, purpose: 'phone', code: oldCode });
      else if (reader.passwordHash !== null) {
        if (password === undefined) throw new Refusal(2001, null, missingFor(reader));
        if (!(await fitsPassword(ctx, reader, password))) throw new Refusal(2001, null, '密码不正确');
      } else if (reader.telephone !== null) throw new Refusal(2002, OLD_CODE, missingFor(reader));
      const wrong = await codes.spendAll(ctx, given);
      if (wrong?.purpose === 'phone') throw new Refusal(2002, OLD_CODE, '原手机的验证码错误或已过期');
      return wrong ? 2002 : null;
    },
  };
}

function missingFor({ passwordHash, telephone }: GuardedRow): string {
  if (passwordHash === null) return '请输入发到原手机的验证码';
  return telephone === null ? '请输入登录密码' : '请输入登录密码，或发到原手机的验证码';
}
