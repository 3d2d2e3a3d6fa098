import * as v from 'valibot';
import { readYaml, type YamlSource } from '../core/files/yaml-source.ts';
import { readSecretFile, UnusableFile } from './secret-file.ts';

/** The content of a settings file: its fields, or `null` and at least one mistake. */
export type SecretSettings<Fields> = { fields: Fields | null; source: YamlSource };

/**
 * Reads settings with secrets from a YAML file (channels.yaml, sms.yaml, alerts.yaml); `null` if there is no file. No value may
 * be logged, so the messages of the schema must not contain values.
 */
export async function readSecretSettings<Fields>(
  file: string,
  schema: v.GenericSchema<unknown, Fields>,
  numericFields: ReadonlySet<string> = new Set(),
): Promise<SecretSettings<Fields> | null> {
  let text: string;
  try {
    text = await readSecretFile(file);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const { cause } = error;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    const source = readYaml('');
    source.wrong([], error.message);
    return { fields: null, source };
  }
  const source = readYaml(text, numericFields);
  return { fields: source.root === undefined ? null : fieldsOf(source, schema), source };
}

function fieldsOf<Fields>(source: YamlSource, schema: v.GenericSchema<unknown, Fields>): Fields | null {
  const read = v.safeParse(schema, source.root);
  if (read.success) return read.output;
  for (const { path: steps = [], message } of read.issues)
    source.wrong(
      steps.flatMap(({ key }) => (typeof key === 'string' || typeof key === 'number' ? [key] : [])),
      message,
    );
  return null;
}

/** The mistakes in the order of the file. */
export const mistakesOf = ({ mistakes }: YamlSource) => mistakes.toSorted((a, b) => a.line - b.line);

/** The message for a field that is unknown, missing, or has a value instead of fields. */
export function describeField({ expected, received }: { expected: string | null; received: string }): string {
  if (expected === 'never') return '没有这个字段';
  return received === 'undefined' ? '缺少这个字段' : '要写成「字段: 内容」，每项一行';
}

/** Text of one form; `what` is the message for other values. */
export const textLike = (pattern: RegExp, what: string) => v.pipe(v.string(what), v.trim(), v.regex(pattern, what));
