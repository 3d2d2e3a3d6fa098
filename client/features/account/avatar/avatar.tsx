import type { UserInfo } from '#contract/shapes';
import { GradeIcon } from '../grade-icon.tsx';
import { Face } from './faces.tsx';

/** The drawing that a reader has chosen, else the icon of the grade. */
export function Avatar({ user: { face = 0, grade }, className }: { user: UserInfo; className: string }) {
  if (face === 0) return <GradeIcon level={grade.level} className={className} />;
  return (
    <span className={`${className} overflow-hidden rounded-full`}>
      <Face face={face} />
    </span>
  );
}
