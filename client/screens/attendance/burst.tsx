import './burst.css';

const DOTS = Array.from({ length: 12 }, (_, index) => index * 30);

/** A short celebration of one second; hidden with reduced motion. */
export function Burst() {
  return (
    <span aria-hidden className="burst">
      {DOTS.map((angle) => (
        <i key={angle} style={{ rotate: `${angle}deg` }} />
      ))}
    </span>
  );
}
