export function refuseBesideUnit(
  instead: string,
  isByNpm: boolean,
  places?: { env?: NodeJS.ProcessEnv; root?: string; unit?: string },
): void;
