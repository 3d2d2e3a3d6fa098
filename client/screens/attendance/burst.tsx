import './burst.css';

const DOTS = Array.from({ length: 12 }, (_, index) => index * 30);

/** A small celebration, over in a second; nothing of it is seen where motion is reduced. */
export function Burst() {
  return (
    <span aria-hidden className="burst">
      {DOTS.map((angle) => (
        <i key={angle} style={{ rotate: `${angle}deg` }} />
      ))}
    </span>
  );
}
