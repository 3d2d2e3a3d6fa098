import type { SessionCtx } from '../../../core/dispatch/ctx.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import type { GuardedRow } from '../reader/store.ts';
import type { Devices } from '../session/known-devices.ts';
import type { GivenCode, SmsCodes } from '../sms/codes.ts';
import type { Guesses } from './guesses.ts';
import type { Hashing } from './hash.ts';

const OLD_CODE = { field: 'oldCode' };

type GivenCredentials = {
  password?: string | undefined;
  code?: string | undefined;
  purpose: 'password' | 'delete';
  field: string;
};
type GivenForPhone = { password?: string | undefined; oldCode?: string | undefined; telephone: string; code: string };

/**
 * Confirms the reader's identity by the password or by a code sent to the bound phone, because a stolen session must not be
 * enough to change credentials. Refuses the call otherwise.
 */
export type Confirm = {
  reader(ctx: SessionCtx, reader: GuardedRow, given: GivenCredentials): Promise<void>;
  /** Also confirms the phone to be bound. Either all codes are used up or none. */
  newPhone(ctx: SessionCtx, reader: GuardedRow, given: GivenForPhone): Promise<void>;
};

export type ConfirmParts = { guesses: Guesses; devices: Devices; codes: SmsCodes; hashing: Hashing };

export function createConfirm({ guesses, devices, codes, hashing }: ConfirmParts): Confirm {
  async function fitsPassword(ctx: SessionCtx, reader: GuardedRow, password: string): Promise<boolean> {
    const device = await devices.knownTo(ctx, reader.readerId);
    const key = device ? guesses.keyOfDevice(device) : guesses.keyOf('password', String(reader.readerId));
    const hashCaller = { urgent: false, address: ctx.from.address };
    if (!(await guesses.attempt(key, ctx.now, () => hashing.matches(password, reader.passwordHash, hashCaller))))
      return false;
    await guesses.forget(key);
    return true;
  }

  return {
    async reader(ctx, reader, { password, code, purpose, field }) {
      const { telephone, passwordHash } = reader;
      if (code !== undefined) {
        const fits = telephone !== null && (await codes.use(ctx, ctx.caller, { telephone, purpose, code }));
        return fits ? undefined : refuse('wrongCode');
      }
      if (passwordHash === null) refuse('wrongCode', null, '请输入发到已绑定手机的验证码');
      if (password === undefined) throw new BadField(field);
      if (!(await fitsPassword(ctx, reader, password))) refuse('wrongPassword');
    },

    async newPhone(ctx, reader, { password, oldCode, telephone, code }) {
      const given: GivenCode[] = [{ telephone, purpose: 'bind', code }];
      if (oldCode !== undefined && reader.telephone !== null)
        given.push({ telephone: reader.telephone, purpose: 'phone', code: oldCode });
      else if (reader.passwordHash !== null) {
        if (password === undefined) refuse('wrongPassword', null, missingFor(reader));
        if (!(await fitsPassword(ctx, reader, password))) refuse('wrongPassword', null, '密码不正确');
      } else if (reader.telephone !== null) refuse('wrongCode', OLD_CODE, missingFor(reader));
      const wrong = await codes.spendAll(ctx, given);
      if (wrong?.purpose === 'phone') refuse('wrongCode', OLD_CODE, '原手机的验证码错误或已过期');
      if (wrong) refuse('wrongCode');
    },
  };
}

function missingFor({ passwordHash, telephone }: GuardedRow): string {
  if (passwordHash === null) return '请输入发到原手机的验证码';
  return telephone === null ? '请输入登录密码' : '请输入登录密码，或发到原手机的验证码';
}
