// The server's log: JSON lines in the data folder, so that the terminal stays for people. Secrets never get into it, and
// its size is bounded.
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { openRotatingFile, type RotationLimits } from './rotating-file.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logLimits: RotationLimits = { maxBytes: 10 * 1024 * 1024, olderFiles: 4 };

export function openLog(dataFolder: string, level: LogLevel, limits = logLimits): Logger {
  const destination = openRotatingFile(join(dataFolder, 'server.log'), limits);
  return pino(
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
}
