import type { Call, DataOf, InputOf } from '#contract/call';
import * as codes from '#contract/codes';
import type { Envelope } from '#contract/envelope';
import { createDuplicateBlock } from './duplicate-block.ts';
import { CANCELLED, createExchange, type Exchange, type ExchangeEnvironment } from './exchange.ts';

/** Everything that `send` uses of the browser, so that a test can replace it. */
export type SendEnvironment = ExchangeEnvironment & {
  now(): number;
  /** The address before `/api/`; empty for this origin. */
  base(): string;
  callStarted(): void;
  callEnded(failed: boolean): void;
  toast(message: string): void;
  /** The current session is gone: status 403 or `sessionLost`. */
  handleLostSession(): void;
  /** `loginRequired`: the session is valid, but the call needs a login. Resolves to whether the reader logged in. */
  requestLogin(): Promise<boolean>;
  /** `ageUnconfirmed`: opens the age dialog. Resolves to whether the reader confirmed to be of age. */
  requestAgeConfirmation(): Promise<boolean>;
};

export type SendOptions = {
  /** Does not raise the loading counter and shows no toast, except for a lost session. */
  background?: boolean;
  /**
   * Codes without a toast, also `sessionLost`: the screen shows their message itself, or there is nothing to say. Each is listed
   * in docs/toasts.md.
   */
  expected?: readonly number[];
  /** Lets the request outlive the page, for data that must not be lost when the reader leaves. */
  keepalive?: boolean;
};

export type Send = <C extends Call>(
  call: C,
  payload?: InputOf<C>,
  options?: SendOptions,
) => Promise<Envelope<DataOf<C>>>;

/** Calls that end the token they are made with. */
const ROTATING = ['user/login', 'user/login-by-sms', 'user/password', 'user/bind-phone', 'user/logout', 'user/delete'];

/** The message for the reader. `invalidField` names the field after a colon, which is for developers. */
export function messageOf({ code, message }: Pick<Envelope, 'code' | 'message'>): string {
  return code === codes.invalidField ? message.replace(/：.*/s, '') : message;
}

/**
 * Makes a call. Always resolves to an envelope: the server's, or one with status -404 without an answer. Rejects only for a
 * duplicate within a second.
 */
export function createSend(environment: SendEnvironment): Send {
  const block = createDuplicateBlock(environment.now);
  const exchangeMessages = createExchange(environment, block);
  const rotations = new Set<Promise<unknown>>();

  /**
   * A call that ends the current token must be answered first. Until then it is unknown whether the token of another call was
   * valid.
   */
  async function waitForRotations() {
    while (rotations.size > 0) {
      await Promise.all(rotations);
      // The new token is stored right after its answer.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  function passOrLog(url: string, plain: string) {
    try {
      block.pass(url, plain);
    } catch (error) {
      environment.log(String(error));
      throw error;
    }
  }

  async function handleFailure({ answer, sentWith }: Exchange, { background = false, expected = [] }: SendOptions) {
    const isLost = answer.status === 403 || answer.code === codes.sessionLost;
    if (isLost && !expected.includes(answer.code)) {
      await waitForRotations();
      // The session of this answer has already been replaced, after another failed answer or by a login.
      if (sentWith !== environment.token()) return;
      environment.handleLostSession();
    }
    const isSilent =
      (background && !isLost) ||
      answer === CANCELLED ||
      answer.status === 1 ||
      answer.message === 'success' ||
      expected.includes(answer.code);
    if (!isSilent && answer.message) environment.toast(messageOf(answer));
  }

  /** Whether the reader has now met the condition of the refused call: a login, or being of age. */
  async function canRepeat(code: number): Promise<boolean> {
    if (code === codes.loginRequired) return environment.requestLogin();
    return code === codes.ageUnconfirmed && environment.requestAgeConfirmation();
  }

  return async <C extends Call>(call: C, payload?: InputOf<C>, options: SendOptions = {}) => {
    const { background = false, keepalive = false } = options;
    const url = `${environment.base()}/api/${call.path}`;
    const plain = payload === undefined ? '' : JSON.stringify(payload);
    passOrLog(url, plain);
    const body = payload === undefined ? '' : environment.cipher.seal(payload);
    for (;;) {
      if (!background) environment.callStarted();
      const running = exchangeMessages({ url, body, plain, background, keepalive });
      if (ROTATING.includes(call.path)) rotations.add(running);
      const exchange = await running.finally(() => rotations.delete(running));
      const { answer } = exchange;
      if (!background) environment.callEnded(answer.status === -404);
      await handleFailure(exchange, options);
      // The server has checked its answer against the same schema.
      if (background || !(await canRepeat(answer.code))) return answer as Envelope<DataOf<C>>;
      // Screens refetch for the new reader too. One of them may make the same call, so this one waits for the block.
      await block.waitAndPass(url, plain);
    }
  };
}
