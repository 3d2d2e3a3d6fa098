import { form } from './form.ts';
import type { TokenForm } from './token.ts';

/** Parts of a name about the file, not the chapter: versions, copies, dates, sizes. */
export const FILE_FORMS: readonly TokenForm[] = [
  form('version', '\\s\\-v', '(?<=\\d[a-d]?|[话話回集화권卷巻册冊])[\\s-]?v(?<no>\\d)(?![\\p{L}\\d])'),
  form('version', 'vr', '(?:ver(?:sion)?|rev)[\\s.]*(?<no>\\d{1,2})(?![\\p{L}\\d])'),
  form(
    'version',
    '修重f',
    '(?<![\\p{L}])(?:(?:修正|修订|修訂|修复|修復|重修|重嵌)版?|fix(?:ed)?(?=\\s*$))(?![\\p{L}])',
    {
      value: 2,
    },
  ),
  form(
    'copy',
    'c副复複コ복',
    '(?<=^\\s*)(?:copy(?: ?\\(\\d+\\))? of|副本|复制|複製|コピー ?[~-]|복사본)[\\s-]*(?=\\S)',
  ),
  form(
    'copy',
    '\\s\\-.~的の副複复拷コ복',
    '(?:\\s*[-.~的の]\\s*)?(?:副本|複本|复制|複製|拷贝|コピー|복사본)(?:\\s*\\(?\\d{1,3}\\)?)?(?=\\s*$)',
  ),
  form('copy', '\\s\\-ck', '\\s*[-–]?\\s*(?<![\\p{L}])(?:copy|copie|kopie|copia)(?:\\s*\\(?\\d{1,3}\\)?)?(?=\\s*$)'),
  form('copy', '\\s.(', '[.\\s(]+[^()]{0,40}?(?:sync-conflict|conflicted copy|冲突副本|衝突副本)[^()]*\\)?(?=\\s*$)'),
  form(
    'date',
    '12',
    '(?<![\\d.])(?<year>(?:19|20)\\d{2})(?<gap>[-.年/ ])(?<month>0?[1-9]|1[0-2])[-.月/ ](?<day>0?[1-9]|[12]\\d|3[01])日?(?!\\d)',
  ),
  form(
    'date',
    '\\d',
    '(?<![\\d.])(?<day>0?[1-9]|[12]\\d|3[01])[-./ ](?<month>0?[1-9]|1[0-2])[-./ ](?<year>(?:19|20)\\d{2})(?!\\d)',
  ),
  form('date', '12', '(?<![\\d.])(?<year>(?:19|20)\\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\\d|3[01])(?!\\d)'),
  // 2023年13期: issues of a year, in their order.
  form(
    'date',
    '12',
    '(?<![\\d.])(?<year>(?:19|20)\\d{2})年\\s*第?\\s*(?<month>\\d{1,2})(?:[・·、,&+-]\\d{1,2})?\\s*(?:合[併并])?[期号號]',
  ),
  form('date', '12', '(?<![\\d.])(?<year>(?:19|20)\\d{2})[-年](?<month>0?[1-9]|1[0-2])月?号?(?![\\d-])'),
  form('noise', '\\s/', '(?<=\\d)\\s*/\\s*\\d{1,4}(?!\\d)'),
  form('noise', '(o', '\\(?(?:of)\\s*\\d{1,4}\\)?(?![\\p{L}\\d])'),
  form('noise', '全共', '[全共]\\s*\\d+\\s*[话話回集卷巻册冊]'),
  form('noise', '\\d', '\\d{3,4}p(?![\\p{L}\\d])'),
  form('noise', '\\d', '\\d{3,5}\\s*[x×]\\s*\\d{3,5}(?!\\d)'),
];
