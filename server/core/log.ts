import pino, { type DestinationStream, type Logger } from 'pino';

/** The log of the process: JSON lines, on standard error by default, without anything that opens a session. */
export function createLog(level: string, to: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
      // A top-level `code` is not redacted: it is the error code of the database and the system.
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
    to,
  );
}

/** An error without the values of the row that could not be written, which the database adds to it. */
function withoutValues(error: Error): object {
  const { detail: _row, where: _statement, raw: _error, ...logged } = pino.stdSerializers.err(error);
  return logged;
}
