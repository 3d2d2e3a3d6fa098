import { createHash, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto';

type Params = Readonly<Record<string, string>>;

/** Signs a request with RSA2: its parameters in the order of their names, without empty ones. */
export function signRequest(params: Params, privateKey: KeyObject): Record<string, string> {
  const sent = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
  return { ...sent, sign: sign('sha256', Buffer.from(textOf(sent)), privateKey).toString('base64') };
}

/** Verifies the signature of a notification. Unlike in a request, the signature does not cover its own type. */
export function isSignedNotification(params: Params, publicKey: KeyObject): boolean {
  const { sign: signature = '', sign_type: type, ...signed } = params;
  // The sender must not choose a weaker hash.
  return type === 'RSA2' && isSigned(textOf(signed), signature, publicKey);
}

/** Verifies a signature of Alipay. */
export function isSigned(text: string, signature: string, publicKey: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // The decoder accepts variants of Base64; only the canonical form is valid here.
  return bytes.toString('base64') === signature && verify('sha256', Buffer.from(text), publicKey, bytes);
}

function textOf(params: Params): string {
  return Object.keys(params)
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
}

/** The signed part of an answer: the exact bytes between the name of the method and the signature. */
export type SignedAnswer = { text: string; signature: string; certificate: string | null };

/** Splits an answer without parsing the signed part; `null` if it is malformed. */
export function takeAnswer(answer: string, method: string): SignedAnswer | null {
  const names = [`${method.replaceAll('.', '_')}_response`, 'error_response'];
  let whole: unknown;
  try {
    whole = JSON.parse(answer);
  } catch {
    return null;
  }
  if (typeof whole !== 'object' || whole === null) return null;
  const name = names.find((each) => Object.hasOwn(whole, each));
  const text = name && objectAfter(answer, `"${name}":`);
  if (!text) return null;
  const other = new Map(Object.entries(whole));
  const [signature, certificate] = [other.get('sign'), other.get('alipay_cert_sn')];
  return {
    text,
    signature: typeof signature === 'string' ? signature : '',
    certificate: typeof certificate === 'string' ? certificate : null,
  };
}

/** The text of the object that follows a name. */
function objectAfter(json: string, name: string): string | null {
  const start = json.indexOf('{', json.indexOf(name) + name.length);
  let [depth, inString] = [0, false];
  for (let i = start; i >= 0 && i < json.length; i++) {
    const letter = json[i];
    if (inString) {
      if (letter === '\\') i++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return json.slice(start, i + 1);
  }
  return null;
}

/** The serial number of a certificate at Alipay. */
export function certificateNumber({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

const RSA_SIGNATURES = '1.2.840.113549.1.1.';

/** The serial number of the root certificates, without those that are not signed with RSA. */
export function rootNumber(certificates: readonly X509Certificate[]): string {
  return certificates
    .filter(({ signatureAlgorithmOid }) => signatureAlgorithmOid?.startsWith(RSA_SIGNATURES))
    .map(certificateNumber)
    .join('_');
}
