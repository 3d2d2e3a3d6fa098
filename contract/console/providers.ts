import * as v from 'valibot';

/** Providers in files of settings: gateways of text messages, and payment channels. */

const LONGEST = 20_000;
/** As the file names it; `outer.inner` is a nested one. */
const Name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_.-]{0,60}$/));
const Value = v.union([
  v.pipe(v.string(), v.trim(), v.maxLength(LONGEST)),
  v.boolean(),
  v.pipe(v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))), v.maxLength(20)),
]);

/** Fields that are null or absent stay as they are, empty ones are left out. */
export const providerEdit = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  v.object({ kind: v.picklist(kinds), fields: v.record(Name, v.nullable(Value)) });

/** The providers that the person saw, in their order: once the file has others, nothing is written. */
export const seenProviders = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  v.optional(v.pipe(v.array(v.picklist(kinds)), v.maxLength(kinds.length)));

/** Without secrets; `stored`: the fields that are set and not shown, with the fingerprint where it is a key or certificate. */
export const providerView = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  v.object({
    kind: v.picklist(kinds),
    fields: v.record(v.string(), v.union([v.string(), v.boolean(), v.array(v.string())])),
    stored: v.array(v.object({ name: v.string(), print: v.nullable(v.string()) })),
  });

/** `field`: its name in the file, as in messages about it, such as aliyun「templates」「login」. Empty: it was saved. */
export const Mistakes = v.object({ mistakes: v.array(v.object({ field: v.string(), what: v.string() })) });
