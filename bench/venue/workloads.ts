// The workloads of the venue benches: passes over a stream of commands.
import { Projections } from '@openpit/projections';
import { type SequencedCommand, Venue } from '@openpit/venue';

/** Commands between two updates of the market rows, as in a busy market. */
const commandsPerUpdate = 500;

/** Returns the venue after the last command. */
export function handleAll(commands: readonly SequencedCommand[]): Venue {
  const venue = new Venue();
  for (const command of commands) venue.handle(command);
  return venue;
}

export function handleAndProject(commands: readonly SequencedCommand[]): void {
  const venue = new Venue();
  const projections = new Projections();
  for (const command of commands) projections.apply(venue.handle(command));
}

/** The work of a running server without input and output: rows, updates of market rows, commands and outcomes as JSON. */
export function runLive(commands: readonly SequencedCommand[]): void {
  const venue = new Venue();
  const projections = new Projections();
  for (const command of commands) {
    JSON.stringify(command);
    const outcome = venue.handle(command);
    projections.apply(outcome);
    if (command.seq % commandsPerUpdate === 0) projections.market.takeChanges();
    JSON.stringify(outcome);
  }
}

/** The work of a start: commands are read from JSON and handled. */
export function replay(texts: readonly string[]): void {
  const venue = new Venue();
  for (const text of texts) venue.handle(JSON.parse(text) as SequencedCommand);
}
