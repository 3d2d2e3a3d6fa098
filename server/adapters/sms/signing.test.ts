import { expect, test } from 'vitest';
import { canonicalQuery, signedHeaders } from './aliyun/signing.ts';
import { authorization } from './tencent/signing.ts';

test('Aliyun: the example of the document has the signature of the document', () => {
  const headers = signedHeaders(
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      nonce: '3156853299f313e23d1673dc12e1703d',
      at: new Date('2023-10-26T10:22:32.789Z'),
    },
  );
  expect(headers).toEqual({
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
    authorization:
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  });
});

test.each([
  [{ b: '1', a: '2', B: '3' }, 'B=3&a=2&b=1'],
  [{ SignName: '漫屿' }, 'SignName=%E6%BC%AB%E5%B1%BF'],
  [{ TemplateParam: '{"code":"012345"}' }, 'TemplateParam=%7B%22code%22%3A%22012345%22%7D'],
  [{ odd: "a b+c*d~e'(f)!" }, 'odd=a%20b%2Bc%2Ad~e%27%28f%29%21'],
])('Aliyun: %j is signed and sent as %s', (query, written) => {
  expect(canonicalQuery(query)).toBe(written);
});

/** The key that the document hides, and the shape of its body. */
const HIDDEN = { id: 'AKID********************************', secret: '********************************' };
const BODY = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`;

test('Tencent: the example of the document has the signature of the document', () => {
  const at = new Date(1_551_113_065_000);
  const request = { host: 'cvm.tencentcloudapi.com', service: 'cvm', action: 'DescribeInstances', body: BODY, at };
  expect(authorization(HIDDEN, request)).toBe(
    `TC3-HMAC-SHA256 Credential=${HIDDEN.id}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
  );
});
