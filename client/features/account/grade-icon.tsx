type GradeIconProps = { level: number; className: string; isOnTint?: boolean };

/** The icon of a grade, 0 to 6: an island with as many waves. `isOnTint` is for a place that has the icon's usual background. */
export function GradeIcon({ level, className, isOnTint = false }: GradeIconProps) {
  const waves = Array.from({ length: Math.min(6, level) }, (_, index) => 37 - index * 4);
  return (
    <svg
      viewBox="0 0 48 48"
      className={`${className} rounded-full text-on-tint ${isOnTint ? 'bg-page' : 'bg-tint'}`}
      role="img"
    >
      <title>{`等级 ${level}`}</title>
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path d="M15 26c1-7 4-12 9-12s8 5 9 12M24 14v12" />
        {waves.map((y) => (
          <path key={y} opacity={0.35 + (37 - y) / 40} d={`M8 ${y + 2}c4 0 4-2 8-2s4 2 8 2 4-2 8-2 4 2 8 2`} />
        ))}
      </g>
    </svg>
  );
}
