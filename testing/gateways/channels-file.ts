import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ALIPAY } from './alipay.ts';
import { GATEWAY, MERCHANT } from './certificates.ts';
import { STRIPE } from './stripe.ts';
import { WECHAT } from './wechat.ts';

/** Writes a channels.yaml for the fake gateways and its keys into the data folder. */
export async function writeChannels(dataDir: string): Promise<void> {
  const publicKey = new X509Certificate(GATEWAY.certificate).publicKey.export({ type: 'spki', format: 'pem' });
  const text = `notify: https://manyu.test
alipay:
  app_id: ${ALIPAY.appId}
  seller_id: ${ALIPAY.sellerId}
  private_key: shop.pem
  alipay_public_key: alipay.pem
  products: [qr]
wechat:
  mch_id: ${WECHAT.merchant.id}
  app_id: ${WECHAT.appId}
  api_v3_key: ${WECHAT.sealKey}
  private_key: shop.pem
  certificate: shop.crt
  products: [native]
stripe:
  secret_key: ${STRIPE.secretKey}
  webhook_secret: [${STRIPE.webhookSecrets.join(', ')}]
`;
  const files = {
    'channels.yaml': text,
    'shop.pem': MERCHANT.privateKey,
    'alipay.pem': String(publicKey),
    'shop.crt': MERCHANT.certificate,
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(dataDir, name), content, { mode: 0o600 });
}
