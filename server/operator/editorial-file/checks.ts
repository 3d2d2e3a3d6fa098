import type { FieldSource } from '../../core/files/yaml-source.ts';
import type { EditorialState, PromotionPart, Span } from '../../modules/editorial/editing.ts';
import type { FileParts } from './file-parts.ts';

/** Checks that concern several fields or items. Neutral values of wrong fields (see `readFileParts`) are passed over. */
export function checkTogether(
  parts: FileParts,
  target: Partial<EditorialState>,
  current: EditorialState,
  source: FieldSource,
): void {
  checkSpans(parts, source);
  checkDuplicates(parts, source);
  checkEvents(parts, source);
  checkThemes(parts, target, current, source);
  checkOverlaps(parts, target.promotions ?? [], source);
  checkDiscounts(parts, source);
  checkLimits(target, source);
  checkAttendance(target, source);
}

function checkSpans(parts: FileParts, source: FieldSource): void {
  const { home = [], banners = [], themes = [], events = [], promotions = [], packages = [], gifts = [] } = parts;
  const timed = [...home, ...banners, ...themes, ...events, ...promotions, ...packages, ...gifts];
  for (const { at, fields: span } of timed)
    if (isBackwards(span)) source.wrong([...at, 'end'], '结束时间要晚于开始时间');
}

function checkDuplicates(parts: FileParts, source: FieldSource): void {
  const { home = [], themes = [], events = [], promotions = [], genres = [], hot = [], faq = [] } = parts;
  const { packages = [], gifts = [] } = parts;
  checkTwice(home, ({ key }) => key, 'key', source);
  checkTwice(themes, ({ id }) => id, 'id', source);
  checkTwice(events, ({ id }) => id, 'id', source);
  checkTwice(promotions, ({ key }) => key, 'key', source);
  checkTwice(packages, ({ id }) => id, 'id', source);
  checkTwice(gifts, ({ id }) => id, 'id', source);
  checkTwice(genres, ({ name }) => name, 'name', source);
  checkTwice(faq, ({ key = '' }) => key, 'key', source);
  checkTwice(hot, (word) => word, undefined, source);
}

function checkEvents({ events = [] }: FileParts, source: FieldSource): void {
  for (const { at, fields: event } of events) {
    if (event.link === undefined && event.comic === undefined && event.body === '')
      source.wrong(at, '要写 link、comic 或 body，否则活动没有内容');
  }
}

/** All sections, also those that the file does not change, can show only themes that exist after the change. */
function checkThemes(
  { home }: FileParts,
  target: Partial<EditorialState>,
  current: EditorialState,
  source: FieldSource,
): void {
  const themeIds = new Set((target.themes ?? current.themes).map(({ id }) => id));
  const exists = (id: number) => id === 0 || themeIds.has(id) || themeIds.has(0);
  for (const { at, fields: section } of home ?? []) {
    if (section.theme !== undefined && !exists(section.theme))
      source.wrong([...at, 'theme'], `themes 里没有编号为 ${section.theme} 的专题`);
  }
  for (const { title, show } of home ? [] : current.home) {
    if ('theme' in show && !exists(show.theme))
      source.wrong(['themes'], `首页栏目「${title}」还在用编号为 ${show.theme} 的专题，请同时改 home`);
  }
}

function isBackwards({ start, end }: Span): boolean {
  return start !== null && end !== null && Date.parse(end) <= Date.parse(start);
}

function checkTwice<Each>(
  items: readonly { at: readonly (string | number)[]; fields: Each }[],
  nameOf: (fields: Each) => string | number,
  field: string | undefined,
  source: FieldSource,
): void {
  const seen = new Set<string | number>();
  for (const { at, fields } of items) {
    const name = nameOf(fields);
    if (name !== '' && name !== 0 && seen.has(name))
      source.wrong(field === undefined ? at : [...at, field], `「${name}」写了两次`);
    seen.add(name);
  }
}

/** A comic may be in one promotion at a time. `promotions` are those of the file, in its order. */
function checkOverlaps({ promotions: items = [] }: FileParts, promotions: PromotionPart[], source: FieldSource): void {
  for (const [place, promotion] of promotions.entries()) {
    const item = items[place];
    if (!item) continue;
    for (const other of promotions.slice(0, place)) {
      if (!isAtSameTime(promotion, other)) continue;
      const others = new Set(other.comics);
      for (const [index, comicId] of promotion.comics.entries()) {
        if (comicId === 0 || !others.has(comicId)) continue;
        const name = item.fields.comics[index];
        source.wrong([...item.at, 'comics', index], `「${name}」同时在优惠「${other.key}」里，时间有重叠`);
      }
    }
  }
}

/** Times that could not be read are empty. */
function isAtSameTime(one: PromotionPart, other: PromotionPart): boolean {
  const isTimed = ({ start, end }: PromotionPart) => start !== '' && end !== '';
  return isTimed(one) && isTimed(other) && one.start < other.end && other.start < one.end;
}

/** The more chapters are bought at once, the less each costs. One discount is for readers with 月卡. */
function checkDiscounts({ discounts = [] }: FileParts, source: FieldSource): void {
  const [ofPass, others] = [
    discounts.filter(({ fields }) => fields.pass),
    discounts.filter(({ fields }) => !fields.pass),
  ];
  for (const { at } of ofPass.slice(1)) source.wrong([...at, 'pass'], '只能有一项');
  for (const { at, fields } of ofPass)
    if (fields.chapters !== undefined) source.wrong([...at, 'chapters'], '月卡的折扣不写话数，买一话就有');
  for (const [index, { at, fields }] of others.entries()) {
    if (fields.chapters === undefined) source.wrong(at, '要写 chapters，或者 pass: true');
    const before = others[index - 1]?.fields;
    if (!before?.chapters || fields.chapters === undefined) continue;
    if (fields.chapters !== 0 && fields.chapters <= before.chapters)
      source.wrong([...at, 'chapters'], '要比上一项多：话数从少到多排列');
    if (before.percent !== 0 && fields.percent !== 0 && fields.percent >= before.percent)
      source.wrong([...at, 'percent'], '要比上一项低：买得越多越便宜');
  }
}

function checkLimits({ limits }: Partial<EditorialState>, source: FieldSource): void {
  if (!limits) return;
  for (const band of ['adult', 'undeclared'] as const) {
    const { orderFen, dayFen } = limits[band];
    if (orderFen !== null && dayFen !== null && orderFen > dayFen)
      source.wrong(['limits', band, 'order'], '不能超过 day');
  }
}

function checkAttendance({ attendance }: Partial<EditorialState>, source: FieldSource): void {
  if (!attendance) return;
  const { bonus, tickets } = attendance;
  // A value with a mistake may be no list, although its type is one.
  if (!Array.isArray(bonus) || !Array.isArray(tickets)) return;
  if (bonus.length !== tickets.length)
    source.wrong(
      ['attendance', 'tickets'],
      `要与 bonus 一样长：bonus 有 ${bonus.length} 天，这里有 ${tickets.length} 天`,
    );
}
