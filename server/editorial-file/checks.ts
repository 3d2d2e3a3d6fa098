import type { Span } from '../modules/editorial/parts.ts';
import type { PromotionSaid, Whole } from './present.ts';
import type { Said } from './said.ts';
import type { YamlSource } from './yaml-source.ts';

/** What no field shows by itself, stand-ins for wrong fields (see `readSaid`) apart: order of times, names used twice, themes that aren't there, promotions that meet. */
export function checkTogether(said: Said, wanted: Partial<Whole>, present: Whole, source: YamlSource): void {
  const { home = [], banners = [], themes = [], events = [], promotions = [], genres = [], hot = [] } = said;
  for (const { at, said: span } of [...home, ...banners, ...themes, ...events, ...promotions])
    if (isBackwards(span)) source.wrong([...at, 'end'], '结束时间要晚于开始时间');
  checkTwice(home, ({ key }) => key, 'key', source);
  checkTwice(themes, ({ id }) => id, 'id', source);
  checkTwice(events, ({ id }) => id, 'id', source);
  checkTwice(promotions, ({ key }) => key, 'key', source);
  checkTwice(genres, ({ name }) => name, 'name', source);
  checkTwice(hot, (word) => word, undefined, source);
  for (const { at, said: event } of events) {
    if (event.link === undefined && event.comic === undefined && event.body === '')
      source.wrong(at, '要写 link、comic 或 body，否则活动没有内容');
  }
  const themeIds = new Set((wanted.themes ?? present.themes).map(({ id }) => id));
  const isThere = (id: number) => id === 0 || themeIds.has(id) || themeIds.has(0);
  for (const { at, said: section } of home) {
    if (section.theme !== undefined && !isThere(section.theme))
      source.wrong([...at, 'theme'], `themes 里没有编号为 ${section.theme} 的专题`);
  }
  for (const { title, show } of said.home ? [] : present.home) {
    if ('theme' in show && !isThere(show.theme))
      source.wrong(['themes'], `首页栏目「${title}」还在用编号为 ${show.theme} 的专题，请同时改 home`);
  }
  checkOverlaps(said, wanted.promotions ?? [], source);
}

function isBackwards({ start, end }: Span): boolean {
  return start !== null && end !== null && Date.parse(end) <= Date.parse(start);
}

function checkTwice<Each>(
  items: readonly { at: readonly (string | number)[]; said: Each }[],
  nameOf: (said: Each) => string | number,
  field: string | undefined,
  source: YamlSource,
): void {
  const seen = new Set<string | number>();
  for (const { at, said } of items) {
    const name = nameOf(said);
    if (name !== '' && name !== 0 && seen.has(name))
      source.wrong(field === undefined ? at : [...at, field], `「${name}」写了两次`);
    seen.add(name);
  }
}

/** `promotions` are those of the file, in its order. */
function checkOverlaps({ promotions: said = [] }: Said, promotions: PromotionSaid[], source: YamlSource): void {
  const isTimed = ({ start, end }: PromotionSaid) => start !== '' && end !== '';
  for (const [later, promotion] of promotions.entries()) {
    for (const other of promotions.slice(0, later).filter(isTimed)) {
      if (!isTimed(promotion) || promotion.start >= other.end || other.start >= promotion.end) continue;
      for (const [index, id] of promotion.comics.entries()) {
        const item = said[later];
        if (id === 0 || !item || !other.comics.includes(id)) continue;
        const name = item.said.comics[index];
        source.wrong([...item.at, 'comics', index], `「${name}」同时在优惠「${other.key}」里，时间有重叠`);
      }
    }
  }
}
