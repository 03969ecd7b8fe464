// The commands of a mix, generated once, because each depends on the outcomes of those before it.
import { type Outcome, type SequencedCommand, Venue } from '@openpit/venue';

/** Generates commands one after the other and learns their outcomes. */
export interface CommandMix {
  /** The commands that open the market and register its dealers. */
  opening(): SequencedCommand[];
  next(): SequencedCommand;
  learn(outcome: Outcome): void;
}

interface RecordedStream {
  readonly commands: readonly SequencedCommand[];
  readonly rejected: number;
  readonly deals: number;
}

/** `count`: all commands, including the commands of the opening. */
export function recordStream(mix: CommandMix, count: number): RecordedStream {
  const venue = new Venue();
  const commands = mix.opening();
  let rejected = 0;
  let deals = 0;
  const handle = (command: SequencedCommand) => {
    const outcome = venue.handle(command);
    if (outcome.verdict.kind === 'rejected') rejected += 1;
    for (const { kind } of outcome.events) if (kind === 'dealMade') deals += 1;
    mix.learn(outcome);
  };
  for (const command of commands) handle(command);
  while (commands.length < count) {
    const command = mix.next();
    commands.push(command);
    handle(command);
  }
  return { commands, rejected, deals };
}

/** `400,000 commands (5.1 % rejected, 24,112 deals)` */
export function describeStream({ commands, rejected, deals }: RecordedStream): string {
  const share = ((rejected / commands.length) * 100).toFixed(1);
  return `${commands.length.toLocaleString('en-GB')} commands (${share} % rejected, ${deals.toLocaleString('en-GB')} deals)`;
}
