// The server's log: JSON lines in the data folder, so that the terminal remains readable, or on standard output. Secrets never get
// into it, and its size in the data folder is bounded.
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openRotatingFile, type RotationLimits } from './rotating-file.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logPlaces = ['file', 'stdout'] as const;
export type LogPlace = (typeof logPlaces)[number];

/** Shows the operator a notice, in sentences, on the terminal and in the log. */
export type Notify = (level: 'info' | 'warn' | 'error', notice: string) => void;

export const logLimits: RotationLimits = { maxBytes: 10 * 1024 * 1024, olderFiles: 4 };

/** The maximum number of bytes buffered for a reader of standard output that has stopped reading; later lines are dropped. */
const maxWaiting = 8 * 1024 * 1024;

/** `server.log` in the data folder. */
export function openLog(dataFolder: string, level: LogLevel, limits = logLimits): Logger {
  return loggerTo(openRotatingFile(join(dataFolder, 'server.log'), limits), level);
}

/**
 * JSON lines on standard output, for containers. Written by another thread: a reader that stops reading must not hold up the
 * market, and one that ends must not end it.
 */
export function openStandardOutputLog(level: LogLevel): Logger {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: maxWaiting });
  destination.on('error', () => undefined);
  process.once('exit', () => {
    try {
      destination.flushSync();
    } catch {
      // The reader of standard output is gone.
    }
  });
  return loggerTo(destination, level);
}

const loggerTo = (destination: DestinationStream, level: LogLevel): Logger =>
  pino(
    {
      level,
      redact: {
        paths: [
          'password',
          'otp',
          'token',
          'access_token',
          '*.password',
          '*.otp',
          '*.token',
          '*.access_token',
          'headers.authorization',
          '*.headers.authorization',
        ],
        censor: '[secret]',
      },
    },
    destination,
  );
