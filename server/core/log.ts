import pino, { type DestinationStream, type Logger } from 'pino';

/** The log of the process: JSON lines, on standard error unless said otherwise, nothing in it that opens a session. */
export function createLog(level: string, to: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
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
    to,
  );
}

/** An error as it is told: the database tells with it the values of the row that could not be written. */
function withoutValues(error: Error): object {
  const { detail: _row, where: _statement, raw: _error, ...told } = pino.stdSerializers.err(error);
  return told;
}
