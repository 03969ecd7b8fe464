// The server's log: JSON lines in the data folder, so that the terminal stays for people. Secrets never get into it.
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export function openLog(dataFolder: string, level: LogLevel): Logger {
  const destination = pino.destination({ dest: join(dataFolder, 'server.log'), mkdir: true, sync: false });
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
