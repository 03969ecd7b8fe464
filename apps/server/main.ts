// What `npm start` runs: reads the command line, starts the server, prints where it is and who may sign in, and stops it
// cleanly on Ctrl-C. Every problem that a newcomer can have is one clear line.
import { parseScenario, playScenario, ScenarioError } from '@openpit/scenario';
import { startSimulator } from '@openpit/simulator';
import { DataFolderError, JournalDamagedError, JournalHeldError } from '@openpit/storage';
import { demoPassword, demoUsers } from './genesis/demo-users.ts';
import { ReferenceDataError } from './genesis/reference-data-file.ts';
import { OptionsError, readOptions, type ServerOptions, usage } from './options.ts';
import { readStoryFile, type StoryLine, startStory } from './scenario-play.ts';
import { ScheduleError } from './schedule/schedule.ts';
import { RecoveryRefused } from './sequencer/recovery.ts';
import { type RunningServer, type Surroundings, startServer } from './server.ts';

const problems = [
  OptionsError,
  DataFolderError,
  JournalHeldError,
  JournalDamagedError,
  ReferenceDataError,
  ScheduleError,
  RecoveryRefused,
];

/** Runs until it is told to stop. Ends the process with code 1 on a problem of the surroundings, 70 on a fault of its own. */
export async function main(argv: readonly string[]): Promise<void> {
  let options: ServerOptions | null;
  let running: RunningServer;
  try {
    options = readOptions(argv, process.cwd());
    if (options === null) {
      console.log(usage);
      return;
    }
    running = await startServer(options, {
      onStopped: stopped,
      startSimulator: options.simulator ? startSimulator : null,
      ...(await storyOf(options)),
    });
  } catch (error) {
    console.error(sentenceOf(error, argv));
    process.exit(1);
  }
  for (const { file, reason } of running.damagedSnapshots)
    console.warn(`Snapshot ${file} is damaged (${reason}); an older one was used.`);
  greet(running, options);
  stopOnSignal(running);
}

/** A story that cannot be read ends the start before the market is opened. */
async function storyOf({ scenarioFile, pace }: ServerOptions): Promise<Pick<Surroundings, 'startStory'>> {
  if (scenarioFile === null) return {};
  const story = await readStoryFile(scenarioFile);
  parseScenario(story.text, story.file);
  return {
    startStory: (market, onFailure) =>
      startStory({ ...market, playScenario, story, pace, onLine: tellLine, onFailure }),
  };
}

const tellLine = ({ line, text, happened }: StoryLine): void =>
  console.log(`  ${String(line).padStart(4)}  ${text}\n        → ${happened.join('; ')}`);

function greet({ url, replayed }: RunningServer, { demoLogins, dataFolder }: ServerOptions): void {
  const lines = ['', `Openpit is open at ${url}`, ''];
  if (demoLogins) {
    lines.push(`Demonstration users (password for all: ${demoPassword})`);
    for (const { email, about } of demoUsers) lines.push(`  ${email.padEnd(22)} ${about}`);
  } else lines.push('Demonstration users cannot sign in; --demo lets them.');
  lines.push(
    '',
    `Data: ${dataFolder}${replayed > 0 ? ` (${replayed} commands replayed)` : ''}`,
    'Stop with Ctrl-C.',
    '',
  );
  console.log(lines.join('\n'));
}

function stopOnSignal(running: RunningServer): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log('Stopping…');
    running.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(
          `The server did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`,
        );
        process.exit(70);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The market has stopped by itself; what was acknowledged is on disk, and the next start replays it. */
function stopped(cause: Error): void {
  console.error(
    `The market has stopped: ${cause.message}\nWhat was acknowledged is on disk. Mend the cause and start again.`,
  );
  // A moment for those who are signed in to hear of it.
  setTimeout(() => process.exit(70), 200);
}

function sentenceOf(error: unknown, argv: readonly string[]): string {
  if (error instanceof ScenarioError) return `The story cannot be played.\n${error.message}`;
  if (problems.some((kind) => error instanceof kind)) return asSentence((error as Error).message);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return `The port is in use: another program listens there. Choose one with --port, or stop it.`;
  if (code === 'EACCES') return `This user may not listen on that port. Choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `The address of --host does not belong to this machine.`;
  return `Openpit could not start (${argv.join(' ')}): ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
