type Growth = {
  points: number;
  nextAt: number | null;
  benefit: number;
  next: { name: string; benefit: number } | null;
};

export function growthText(growth: Growth | undefined): string {
  if (!growth) return '成长值 –';
  const { points, nextAt } = growth;
  return nextAt === null ? `成长值 ${points}，已是最高等级` : `成长值 ${points} / ${nextAt}`;
}

/** The benefit of the grade, and of the next one if it is higher. */
export function benefitText({ benefit, next }: Growth, grade: string, bonusName: string): string {
  const current = benefit > 0 ? `「${grade}」签到每天多得 ${benefit} ${bonusName}` : '';
  if (!next) return current;
  if (next.benefit <= benefit) return current || `下一等级是「${next.name}」`;
  return current
    ? `${current}，升到「${next.name}」多得 ${next.benefit} ${bonusName}`
    : `升到「${next.name}」，签到每天多得 ${next.benefit} ${bonusName}`;
}
