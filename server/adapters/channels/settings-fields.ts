import * as v from 'valibot';
import { describeField } from '../secret-settings.ts';
import type { KeyReader } from './config-keys.ts';
import type { GatewayChannel, GatewayParts } from './gateway.ts';

/** Opens a channel with its settings; `null` if a key is wrong, which is recorded. */
export type OpenChannel = (keys: KeyReader, parts: GatewayParts) => Promise<GatewayChannel | null>;

/** The result of parsing the fields of a channel. */
export type FieldsOf<Entries extends v.ObjectEntries> = v.InferOutput<
  v.StrictObjectSchema<Entries, typeof describeField>
>;

/** Readers can't begin a payment with it. */
const OFF = v.optional(v.boolean('要写 true 或 false'), false);

/** The fields of a channel in channels.yaml, read as the function that opens it. Each message is a Chinese sentence without the field's name. */
export function channelSettings<const Entries extends v.ObjectEntries>(
  title: string,
  entries: Entries,
  open: (
    fields: FieldsOf<Entries>,
    keys: KeyReader,
    parts: GatewayParts,
  ) => Promise<GatewayChannel | null> | GatewayChannel,
) {
  return v.pipe(
    v.strictObject({ ...entries, off: OFF }, describeField),
    v.title(title),
    v.transform((all): OpenChannel => {
      const fields = all as FieldsOf<Entries> & { off: boolean };
      return async (keys, parts) => {
        const channel = await open(fields, keys, parts);
        return channel && Object.assign(channel, { off: fields.off });
      };
    }),
  );
}

/** The name of a file beside channels.yaml, or the key itself. */
export const key = v.pipe(
  v.string('要写密钥文件的名字，或密钥本身'),
  v.trim(),
  v.minLength(1, '要写密钥文件的名字，或密钥本身'),
);

export const products = <const Names extends readonly string[]>(names: Names) => {
  const what = `要写成列表，只能有 ${names.join('、')}`;
  return v.pipe(v.array(v.picklist(names, what), what), v.minLength(1, what));
};
