/** Patterns of an error, and the most frequent cause of each in Chinese. */
export type Hints = readonly (readonly [RegExp, string])[];

/** Errors without an answer. The operator has no use for their text. */
const NO_ANSWER: Hints = [
  [/has no public address/, '这个地址只有内网能访问；内网的要写在服务器的文件里'],
  [/ENOTFOUND|EAI_AGAIN/, '找不到这个地址，检查地址与 DNS'],
  [/ECONNREFUSED/, '那边没有在听这个端口，检查地址与端口'],
  [/CERT_|ERR_TLS|certificate|self.signed/i, '对方的证书不对'],
  [/fetch failed|no connection|ECONN|EHOSTUNREACH|ENETUNREACH|timeout|timed out|aborted/i, '连不上，检查网络与 DNS'],
];

/** An error for operators: the instruction in Chinese, then the words of the other side, if it has answered. */
export function faultText(error: unknown, hints: Hints): string {
  const said = error instanceof Error ? error.message : String(error);
  const find = (list: Hints, text: string) => list.find(([pattern]) => pattern.test(text))?.[1];
  const hint = find(hints, said);
  if (hint) return `${hint}（对方的原话：${said}）`;
  return find(NO_ANSWER, `${codeOf(error)} ${said}`) ?? (/[一-龥]/.test(said) ? said : `对方的原话：${said}`);
}

/** The code of an error; empty if it has none. `fetch` wraps the error of the connection. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
