import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { InputOf } from '#contract/call';
import type { addPasskey, passkeyLogin } from '#contract/console/passkeys';

const ORIGIN = 'http://localhost:3000';
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Signing = { origin?: string; isVerified?: boolean; counter?: number };

/** An authenticator with one passkey, as a phone has it: WebAuthn with ES256, without attestation. */
export function createPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let count = 0;

  const clientData = (type: string, options: Record<string, unknown>, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));
  const head = (rpId: string, flags: number, counter: number) => {
    const counted = Buffer.alloc(5);
    counted.writeUInt8(flags);
    counted.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), counted]);
  };
  const verified = (isVerified: boolean) => USER_PRESENT | (isVerified ? USER_VERIFIED : 0);

  return {
    /** The browser's answer to the options of `passkey/begin`. */
    make(options: Record<string, unknown>, { origin = ORIGIN, isVerified = true }: Signing = {}) {
      const coseKey = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        head((options.rp as { id: string }).id, verified(isVerified) | HAS_CREDENTIAL, count),
        Buffer.alloc(16),
        length,
        id,
        coseKey,
      ]);
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      const made: InputOf<typeof addPasskey>['made'] = {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
      return made;
    },

    /** The browser's answer to the options of a login or a confirmation. */
    sign(options: Record<string, unknown>, { origin = ORIGIN, isVerified = true, counter }: Signing = {}) {
      count += 1;
      const client = clientData('webauthn.get', options, origin);
      const authData = head(String(options.rpId), verified(isVerified), counter ?? count);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      const answer: InputOf<typeof passkeyLogin>['signed'] = {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
      return answer;
    },
  };
}

/** Encodes the few kinds of CBOR values that an attestation has. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
    return Buffer.concat([cborHead(5, value.size), ...parts]);
  }
  throw new Error('a value that CBOR is not written for here');
}

function cborHead(kind: number, size: number): Buffer {
  const first = kind << 5;
  return size < 24 ? Buffer.from([first | size]) : Buffer.from([first | 24, size]);
}
