import pino, { type Logger } from 'pino';

/** The log of the process: JSON lines on standard error, nothing in it that opens a session. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [
        'token',
        'password',
        'code',
        'telephone',
        '*.token',
        '*.password',
        '*.code',
        '*.telephone',
        '*.authorization',
      ],
    },
    pino.destination(2),
  );
}
