export function refuseBesideUnit(
  instead: string,
  places?: { env?: NodeJS.ProcessEnv; root?: string; unit?: string },
): void;
