const DEFAULT = 20;

/** Removes `--slowest [n]` from the arguments of `npm test`, because vitest does not know it. */
export function takeSlowest(args) {
  const at = args.findIndex((arg) => /^--slowest(=\d+)?$/.test(arg));
  if (at === -1) return { count: 0, rest: args };
  const [, joined] = args[at].split('=');
  const following = joined === undefined && /^\d+$/.test(args[at + 1] ?? '') ? args[at + 1] : undefined;
  const rest = args.toSpliced(at, following === undefined ? 1 : 2);
  return { count: Number(joined ?? following ?? DEFAULT), rest };
}
