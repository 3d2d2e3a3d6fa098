const GRADES = [
  { from: 0, name: '新读者' },
  { from: 50, name: '常客' },
  { from: 300, name: '书友' },
  { from: 1_000, name: '书虫' },
  { from: 5_000, name: '藏家' },
  { from: 20_000, name: '行家' },
  { from: 100_000, name: '岛主' },
];

/** Levels 0 and up. */
export const GRADE_COUNT = GRADES.length;

/** Every grade, the lowest first; `from` = the points at which it begins. */
export const ALL_GRADES = GRADES.map(({ from, name }, level) => ({ level, name, from }));

/** The grade for these growth points, and the points at which the next one begins (null at the highest). */
export function gradeOf(points: number) {
  const level = GRADES.findLastIndex(({ from }) => from <= points);
  const grade = { level, name: GRADES[level]?.name ?? '', icon: `grade-${level}` };
  return { grade, nextAt: GRADES[level + 1]?.from ?? null };
}
