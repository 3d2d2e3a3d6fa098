import { columnOf } from '#contract/console/column-names';
import type { ComicFieldValues } from '../comics/comic-fields.ts';

/** Facts about a comic. Facts in its chapters' files only fill empty fields; facts of the operator replace values. */
export type ComicFacts = Partial<ComicFieldValues>;

/** An operator's settings of a whole comic. An undefined one stays as it is. */
export type ComicSettings = ComicFacts & { priceCoins?: number; freeFirst?: number };

/** An operator's settings of one chapter; a price or time of null removes the one that was set before. */
export type ChapterSettings = { priceCoins?: number | null; title?: string; freeAt?: Date | null };

/** Settings from the files beside a comic's chapters; `sha256` (in hex) is undefined if there are none. */
export type SidecarSettings = {
  sha256: string | undefined;
  settings: ComicSettings;
  chapters: ReadonlyMap<number, ChapterSettings>;
};

/** Where settings come from: a command, which is applied each time, and a sidecar. */
export type SettingsSources = { command: ComicSettings; sidecar: SidecarSettings | undefined };

/**
 * The columns that operators have set by hand. An import does not change them, regardless of its files and options. `chapters`
 * has only chapters with such columns.
 */
export type SetByHand = { comic: readonly string[]; chapters: ReadonlyMap<number, readonly string[]> };

/** The settings to store. */
export type EffectiveSettings = { comic: ComicSettings; chapters: ReadonlyMap<number, ChapterSettings> };

/**
 * Whether a sidecar differs from the one that was applied to a comic last. Those of comics that were merged into it are not new
 * either: they describe the other comics.
 */
export function isNewSidecar(
  sidecar: Pick<SidecarSettings, 'sha256'> | undefined,
  applied: { sidecarSha256: string | null; mergedSidecars: readonly string[] } | null,
): boolean {
  if (sidecar?.sha256 === undefined) return false;
  return sidecar.sha256 !== applied?.sidecarSha256 && !applied?.mergedSidecars.includes(sidecar.sha256);
}

/**
 * Which settings are stored when an import adds the chapter `no`, or only updates the comic where it is undefined. The command
 * overrides the sidecar. A sidecar is applied once, when it is new, so that later settings from elsewhere stay; only a chapter
 * that is added or replaced gets its settings each time. A value set by hand overrides both.
 */
export function effectiveSettings(
  { command, sidecar }: SettingsSources,
  isSidecarNew: boolean,
  setByHand: SetByHand,
  no?: number,
): EffectiveSettings {
  const comic = { ...(isSidecarNew ? sidecar?.settings : {}), ...definedSettings(command) };
  const chapters = [...(sidecar?.chapters ?? [])].filter(([each]) => isSidecarNew || each === no);
  return {
    comic: withoutSetByHand(comic, setByHand.comic),
    chapters: new Map(
      chapters.map(([each, settings]) => {
        const { priceCoins, ...others } = settings;
        const columns = setByHand.chapters.get(each) ?? [];
        const keepsPrice = priceCoins !== undefined && !columns.includes('own_price_coins');
        return [each, { ...withoutSetByHand(others, columns), ...(keepsPrice && { priceCoins }) }];
      }),
    ),
  };
}

/** The settings without these columns. */
export function withoutSetByHand<T extends object>(settings: T, columns: readonly string[]): Partial<T> {
  return columns.length === 0 ? settings : pick(settings, (key) => !columns.includes(columnOf(key)));
}

function pick<T extends object>(settings: T, isWanted: (key: string) => boolean): Partial<T> {
  const picked: Partial<T> = { ...settings };
  for (const key in picked) if (!isWanted(key)) delete picked[key];
  return picked;
}

export function hasSettings(command: ComicSettings): boolean {
  return Object.values(command).some((value) => value !== undefined);
}

/** Without undefined values, which would hide the values that they are spread over. */
function definedSettings(settings: ComicSettings): ComicSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
