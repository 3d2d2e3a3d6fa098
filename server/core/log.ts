import pino, { type Logger } from 'pino';

/** The log of the process: JSON lines on standard error, nothing in it that opens a session. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // A bare `code` stays readable: it is what the database and the system call their errors.
      redact: [
        'token',
        'password',
        'telephone',
        '*.token',
        '*.password',
        '*.telephone',
        '*.authorization',
        'payload.code',
      ],
    },
    pino.destination(2),
  );
}
