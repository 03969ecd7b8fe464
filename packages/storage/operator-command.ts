// The commands that messages name. Each works when it is pasted into a shell of this machine, in the program's folder.

/** Started with `npm start`, npm finds the commands, also in worker threads; otherwise the built program is there, as for a service. */
const programs =
  process.env.npm_lifecycle_event === undefined
    ? {
        start: 'node scripts/run-built.mjs',
        admin: 'node scripts/run-built.mjs admin',
        explain: 'node scripts/run-built.mjs explain',
      }
    : { start: 'npm start --', admin: 'npm run admin --', explain: 'npm run explain --' };

/** The beginning of a command line, such as `npm run admin --`. */
export const commandLine = (program: keyof typeof programs): string => programs[program];

/**
 * A command of the operator for the market of a folder. A running server of a market in PostgreSQL is found by its folder too. `action`:
 * its words, with quoted paths (`quotedPath`).
 */
export const operatorCommand = (action: string, dataFolder: string): string =>
  `${commandLine('admin')} ${action} --data ${quotedPath(dataFolder)}`;

export const rebuildHistoryAdvice = (dataFolder: string): string =>
  `rebuild it with "${operatorCommand('history rebuild', dataFolder)}"`;

/** A path as one word of the shell. */
export function quotedPath(path: string): string {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  // In cmd.exe and PowerShell, where a path has no double quote and many backslashes.
  if (process.platform === 'win32') return `"${path}"`;
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
