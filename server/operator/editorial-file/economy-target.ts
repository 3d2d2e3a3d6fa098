import type { FieldSource } from '../../core/files/yaml-source.ts';
import { GRADE_COUNT } from '../../modules/account/account.ts';
import type { GiftPart, PackagePart, Parts } from '../../modules/editorial/editing.ts';
import type { FileParts, Item } from './file-parts.ts';

/** Shorter absences are not recorded. */
const LEAST_DAYS_AWAY = 7;
const BONUS_DAYS = 90;
const TICKET_DAYS = 30;

/** Either coins or days of 月卡 are sold, and no bonus with days. */
export function toPackage({ at, fields }: Item<'packages'>, { wrong }: FieldSource): PackagePart {
  const { price, prices = {}, coins = 0, days, ...sold } = fields;
  if ((fields.coins === undefined) === (days === undefined))
    wrong(at, 'coins 与 days 要写且只能写一个：漫币或月卡的天数');
  for (const name of ['bonus', 'firstBonus'] as const)
    if (days !== undefined && sold[name] > 0) wrong([...at, name], '卖月卡（days）时不能写');
  const written = Object.entries(prices).flatMap(([code, amount]) =>
    amount === undefined ? [] : [[code, amount] as const],
  );
  return {
    ...sold,
    coins,
    ...(days !== undefined && { days }),
    cashFen: price,
    ...(written.length > 0 && { prices: Object.fromEntries(written) }),
  };
}

/** Fields that the file leaves out stay unchanged. */
export function toLimits(fields: NonNullable<FileParts['limits']>, current: Parts['limits']): Parts['limits'] {
  const limit = (band: 'adult' | 'undeclared') => {
    const { order, day } = fields[band] ?? {};
    const { orderFen, dayFen } = current[band];
    return { orderFen: order === undefined ? orderFen : order, dayFen: day === undefined ? dayFen : day };
  };
  return { adult: limit('adult'), undeclared: limit('undeclared') };
}

/** Fields that the file leaves out stay unchanged; null is the default. */
export function toAttendance(
  fields: NonNullable<FileParts['attendance']>,
  current: Parts['attendance'],
): Parts['attendance'] {
  const { bonus = current.bonus, tickets = current.tickets, repairCost = current.repairCost } = fields;
  const { bonusDays = current.bonusDays, ticketDays = current.ticketDays, gradeBonus = current.gradeBonus } = fields;
  const { passBonus = current.passBonus } = fields;
  return {
    bonus,
    tickets,
    repairCost,
    bonusDays: bonusDays ?? BONUS_DAYS,
    ticketDays: ticketDays ?? TICKET_DAYS,
    gradeBonus: gradeBonus ?? Array.from({ length: GRADE_COUNT }, () => 0),
    ...(passBonus && { passBonus }),
  };
}

export function toGift({ at, fields }: Item<'gifts'>, { wrong }: FieldSource): GiftPart {
  const { id, title, bonus, tickets, validDays, start, end } = fields;
  if ((bonus === undefined) === (tickets === undefined)) wrong(at, 'bonus 与 tickets 要写且只能写一个');
  return {
    id,
    title,
    to: receiversOf(at, fields, wrong),
    kind: tickets === undefined ? 'bonus' : 'ticket',
    amount: tickets ?? bonus ?? 0,
    validDays,
    start,
    end,
  };
}

function receiversOf(
  at: Item<'gifts'>['at'],
  { to, days, readers }: Item<'gifts'>['fields'],
  wrong: FieldSource['wrong'],
): GiftPart['to'] {
  if ((to === undefined) === (readers === undefined)) wrong(at, 'to 与 readers 要写且只能写一个');
  if (to === 'new' || to === 'returning') {
    if (days === undefined) wrong(at, `to 是 ${to} 时要写 days`);
    // 0 replaces a wrong number.
    else if (to === 'returning' && days !== 0 && days < LEAST_DAYS_AWAY)
      wrong([...at, 'days'], `不能少于 ${LEAST_DAYS_AWAY} 天`);
    return { readers: to, days: days ?? 0 };
  }
  // A `to` that was wrong is neither of its words.
  if (days !== undefined && (to === 'all' || readers !== undefined))
    wrong([...at, 'days'], 'to 是 new 或 returning 时才写 days');
  return readers === undefined ? { readers: 'all' } : { readers: 'listed', ids: readers };
}
