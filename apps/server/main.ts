// The program of `npm start`: reads the command line, starts the server, prints its address and the demonstration logins, and
// stops it cleanly on Ctrl-C. A problem that the user can solve is one clear sentence.

import { demoPassword, ReferenceDataError, ScheduleError } from '@openpit/market';
import { parseScenario, runInMarket, ScenarioError, type StepReport } from '@openpit/scenario';
import { startSimulator } from '@openpit/simulator';
import { describeDatabase, messageOf, operatorCommand } from '@openpit/storage';
import type { Clock } from '@openpit/venue';
import { counted } from '@openpit/wire';
import { operatorSentence } from './options/operator-sentence.ts';
import { OptionsError, readOptions, type ServerOptions, usage, versionText } from './options/options.ts';
import { readScenarioFile, startScenario } from './scenario-run.ts';
import { realClock } from './schedule/real-clock.ts';
import { type RunningServer, type ServerHost, startServer } from './server.ts';
import { TlsError } from './tls-files.ts';

/** Prints readable text. */
let say = console.log;

/** How long an immediate stop may take before the process kills itself. */
const stopAtOnceMs = 10_000;

const problems = [OptionsError, ReferenceDataError, ScheduleError, TlsError];

/** Runs until a signal stops it, by the given clock. Exits with code 1 when it cannot start, and with 70 on an internal error. */
export async function main(argv: readonly string[], clock: Clock = realClock): Promise<void> {
  surviveClosedOutput();
  let options: ServerOptions | null;
  let running: RunningServer;
  try {
    options = readOptions(argv, process.cwd(), process.env);
    if (options === null) {
      console.log(argv.includes('--help') ? usage : versionText);
      return;
    }
    // Standard output is for the log.
    if (options.logTo === 'stdout') say = console.error;
    running = await startServer(options, {
      clock,
      onStopped: stopped,
      notify: (level, notice) => (level === 'info' ? say(notice) : console.warn(notice)),
      startSimulator: options.simulator ? startSimulator : null,
      startScenario: await scenarioOf(options),
    });
  } catch (error) {
    console.error(sentenceOf(error, argv));
    process.exit(1);
  }
  // Must precede the address, because a program that waits for the address may stop the server immediately.
  stopOnSignal(running);
  greet(running, options);
}

/**
 * The reader of a pipe may exit, or a disk may be full. Lost output must not end the market. server.log handles its own errors.
 */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** An unreadable scenario ends the start before the market is opened. */
async function scenarioOf({ scenarioFile, pace }: ServerOptions): Promise<ServerHost['startScenario']> {
  if (scenarioFile === null) return undefined;
  const scenario = await readScenarioFile(scenarioFile);
  parseScenario(scenario.text, scenario.file);
  return ({ gateway, view, clock }, onFailure) =>
    startScenario({ gateway, view, clock, runInMarket, scenario, pace, onStep: printStep, onFailure });
}

const printStep = ({ line, text, results }: StepReport): void =>
  say(`  ${String(line).padStart(4)}  ${text}\n        → ${results.join('; ')}`);

function greet(running: RunningServer, { dataFolder, database }: ServerOptions): void {
  const { url, urlsForOthers, replayed, demoLogins, hasDemoUsers, hasLogins } = running;
  const lines = ['', `Openpit is open at ${url}`];
  for (const other of urlsForOthers) lines.push(`On other machines: ${other}`);
  lines.push('');
  if (demoLogins.length > 0) {
    lines.push(`Demonstration users (password for all: ${demoPassword})`);
    for (const { email, about } of demoLogins) lines.push(`  ${email.padEnd(22)} ${about}`);
    lines.push('');
  } else if (hasDemoUsers)
    lines.push('The demonstration users cannot sign in. To let them, start with --demo.', '');
  else if (!hasLogins)
    lines.push(`Nobody can sign in yet: "${operatorCommand('user create', dataFolder)}" creates a user.`, '');
  lines.push(
    `Data: ${dataFolder}${database === null ? '' : ` and ${describeDatabase(database)}`}${replayed > 0 ? ` (${counted(replayed, 'command')} replayed)` : ''}`,
    'Stop with Ctrl-C.',
    '',
  );
  say(lines.join('\n'));
}

/** The first signal stops cleanly, the second one immediately. */
function stopOnSignal(running: RunningServer): void {
  let signals = 0;
  const stop = () => {
    signals += 1;
    if (signals === 2) void stopAtOnce(running);
    if (signals > 1) return;
    say('Stopping…');
    running.stop().then(
      () => process.exit(0),
      (error) => {
        // Immediate stop: the process exits itself.
        if (signals > 1) return;
        console.error(`The server did not stop cleanly: ${messageOf(error)}`);
        process.exit(70);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A closed terminal may send it more than once, and then continues without waiting.
  process.on('SIGHUP', () => {
    if (signals === 0) stop();
  });
}

/** Abandons pending work. A thread that is still writing when the process exits would abort it, so the threads end first. */
async function stopAtOnce(running: RunningServer): Promise<void> {
  say('Stopping immediately…');
  // The disk does not respond.
  setTimeout(() => {
    say(`The files are not closed after ${stopAtOnceMs / 1000} s: the process ends anyway.`);
    process.kill(process.pid, 'SIGKILL');
  }, stopAtOnceMs);
  await running.abandon();
  process.exit(130);
}

/** Does not claim that every acknowledged command is on disk, because only the next start checks that. */
function stopped(cause: Error): void {
  console.error(
    `The market has stopped: ${cause.message}\nRemove the cause and start again. The start checks that every acknowledged command is there.`,
  );
  // Signed-in users need a moment to receive the announcement.
  setTimeout(() => process.exit(70), 200);
}

function sentenceOf(error: unknown, argv: readonly string[]): string {
  if (error instanceof ScenarioError) return `The scenario cannot run.\n${error.message}`;
  const sentence = operatorSentence(error, problems);
  if (sentence !== null) return sentence;
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === 'EADDRINUSE')
    return `The port is in use: another program listens there. Choose one with --port, or stop it.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `You may not listen on that port. Choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `The address of --host does not belong to this machine.`;
  // A database address contains a password.
  const commandLine = argv.join(' ').replace(/\/\/[^@\s]*@/g, '//…@');
  return `Openpit could not start (${commandLine}): ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
