import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { isDatabaseAway, reasonOf } from '../db/database-away.ts';
import { printableText } from '../text/printable.ts';
import { createLogOutput } from './log-output.ts';

const AWAY_LINE_MS = 1_000;

/**
 * The log of the process: JSON lines, on standard error by default, without anything that opens a session. `onAlarm` is called for
 * the lines that name an alarm.
 */
export function createLog(
  level: string,
  to: DestinationStream = createLogOutput(),
  onAlarm: (alarm: string, message: string) => void = () => {},
): Logger {
  const away = createAwayLine();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
      hooks: {
        // JSON does not escape one-byte terminal controls.
        streamWrite: printableText,
        logMethod(args, write) {
          const [first] = args as unknown[];
          if (typeof first === 'object' && first !== null && 'alarm' in first)
            onAlarm(String(first.alarm), String(args[1]));
          const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
          if (error instanceof Error && isDatabaseAway(error)) away(error, (line) => write.apply(this, line));
          else write.apply(this, args);
        },
      },
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

type Line = Parameters<LogFn>;

/**
 * While the database is away every call, job and line fails: the first failure is written at once, the others as one line a
 * second with their number, and none with its stack.
 */
function createAwayLine(): (error: Error, write: (line: Line) => void) => void {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  return (error, write) => {
    failures += 1;
    if (timer) return;
    const say = () => {
      timer = undefined;
      if (failures === 0) return;
      write([{ reason: reasonOf(error), failures }, 'the database is away']);
      failures = 0;
      timer = setTimeout(say, AWAY_LINE_MS).unref();
    };
    say();
  };
}

/** An error without the values of the row that could not be written, which the database adds, and without the driver's client. */
function withoutValues(error: Error): object {
  const { detail: _row, where: _statement, raw: _error, client: _client, ...logged } = pino.stdSerializers.err(error);
  return logged;
}
