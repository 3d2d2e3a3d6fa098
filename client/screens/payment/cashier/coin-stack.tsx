/** The height of a coin in the drawing. */
const COIN = 5;
const HIGHEST = 6;

/** A stack of one to six coins. */
export function CoinStack({ coins }: { coins: number }) {
  const count = Math.min(Math.max(coins, 1), HIGHEST);
  return (
    <svg aria-hidden viewBox="0 0 28 44" className="h-11 w-7 shrink-0">
      {Array.from({ length: count }, (_, index) => {
        const y = 38 - index * COIN;
        return (
          // The order is that of the stack.
          <g key={y}>
            <path d={`M3 ${y - 1}v3a11 4 0 0 0 22 0v-3z`} fill="#b07a10" />
            <ellipse cx="14" cy={y - 1} rx="11" ry="4" fill="#f0bb3f" />
            <ellipse cx="14" cy={y - 1} rx="6.5" ry="2" fill="none" stroke="#b07a10" strokeOpacity="0.6" />
          </g>
        );
      })}
    </svg>
  );
}
