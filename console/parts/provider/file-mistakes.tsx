import type { ReactNode } from 'react';

/** The mistakes in a settings file on the server. `children`: the name of the file, and the instruction. */
export function FileMistakes({ mistakes, children }: { mistakes: readonly string[]; children: ReactNode }) {
  return (
    <div role="alert" className="text-danger">
      <p>{children}</p>
      <ul className="mt-1 list-disc pl-5">
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </div>
  );
}
