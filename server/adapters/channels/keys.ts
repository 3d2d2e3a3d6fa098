import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Shorter RSA keys are refused. */
const LEAST_BITS = 2048;
const ARMOUR = /-----[A-Z0-9 ]+-----/g;

/** Parses a private RSA key: PEM or bare Base64, PKCS#1 or PKCS#8, with any line ends; `null` if it is not one. */
export function readPrivateKey(text: string): KeyObject | null {
  const key = derOf(text);
  return rsaOrNull(
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  );
}

/** Parses a public RSA key, as `readPrivateKey` does. */
export function readPublicKey(text: string): KeyObject | null {
  const key = derOf(text);
  return rsaOrNull(
    () => createPublicKey({ key, format: 'der', type: 'spki' }),
    () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
  );
}

/** All readable certificates of a text; a chain has several. */
export function readCertificates(text: string): X509Certificate[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.flatMap((pem) => {
    try {
      return [new X509Certificate(pem.replaceAll('\r', ''))];
    } catch {
      return [];
    }
  });
}

/** Whether a public key belongs to a private one. */
export function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  return createPublicKey(privateKey).equals(publicKey);
}

function derOf(text: string): Buffer {
  return Buffer.from(text.replace(ARMOUR, '').replaceAll(/\s/g, ''), 'base64');
}

function rsaOrNull(...ways: (() => KeyObject)[]): KeyObject | null {
  for (const way of ways) {
    try {
      const key = way();
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
      if (key.asymmetricKeyType === 'rsa' && bits >= LEAST_BITS) return key;
    } catch {
      // It has the other form.
    }
  }
  return null;
}
