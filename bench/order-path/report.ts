// What a rate's turns came to: a table of times, and sentences that say whether the goals are met and what was in the way.
import { cpus } from 'node:os';
import { percentile, printTable } from '../table.ts';
import type { Turn } from './floor.ts';

const goal = { overBareMs: 8, screenMs: 150 };

export function printRate(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  turns: readonly Turn[],
): void {
  const ack = sorted(turns.map(({ load }) => load.ackMs));
  const bare = sorted(turns.map((turn) => turn.bare.commitMs));
  const seen = sorted(turns.map(({ probes }) => probes.seenMs));
  printTable(
    `${count(perSecond)} orders a second, ${turns.length} × ${seconds} s in turns with the bare commit`,
    ['milliseconds', 'count', 'p50', 'p95', 'p99', 'p99.9', 'longest'],
    [
      line('acknowledgement', ack),
      line('bare commit', bare),
      line('generator late', sorted(turns.map(({ load }) => load.lateMs))),
      line('row on screen', seen),
    ],
  );
  const sentences = [
    acknowledgementSentence(turns, { ack, bare }),
    seen.length === 0
      ? 'no screen, so no row on one'
      : `row on screen p95 ${ms(percentile(seen, 0.95))} ms, goal under ${goal.screenMs} ms: ${verdict(percentile(seen, 0.95) < goal.screenMs)}`,
    ...throughputSentences(turns),
    hubSentence(turns),
    bareSentence(turns),
  ];
  console.log(sentences.map((text) => `  ${text}`).join('\n'));
}

function acknowledgementSentence(
  turns: readonly Turn[],
  { ack, bare }: { readonly ack: Float64Array; readonly bare: Float64Array },
): string {
  const allowed = percentile(bare, 0.99) + goal.overBareMs;
  const p99 = percentile(ack, 0.99);
  const isAllAccepted = sum(turns, ({ load }) => load.venueBusy + load.otherRejections + load.givenUp) === 0;
  return `acknowledgement p99 ${ms(p99)} ms, goal ${ms(allowed)} ms (the bare commit's and ${goal.overBareMs}), all accepted: ${verdict(p99 <= allowed && isAllAccepted)}`;
}

function throughputSentences(turns: readonly Turn[]): string[] {
  const accepted = sum(turns, ({ load }) => load.ackMs.length);
  const wallSeconds = sum(turns, ({ load }) => load.wallSeconds);
  const others = sum(turns, ({ load }) => load.otherRejections);
  const first = turns.find(({ load }) => load.firstRejection !== null)?.load.firstRejection;
  const shares = (['server', 'load', 'clients', 'browser', 'machine'] as const).map(
    (part) => `${Math.round(mean(turns, ({ cpu }) => cpu[part]) * 100)} %`,
  );
  const [server, load, clients, browser, machine] = shares;
  return [
    `accepted ${count(accepted / wallSeconds)} a second (${count(sum(turns, (turn) => turn.load.inserted))} inserts, ${count(sum(turns, (turn) => turn.load.deleted))} deletes), ${count(sum(turns, (turn) => turn.load.venueBusy))} venueBusy, ${count(others)} otherwise rejected${first === undefined ? '' : ` (${first})`}, ${count(sum(turns, (turn) => turn.load.givenUp))} never sent for want of a free connection; at most ${count(Math.max(...turns.map((turn) => turn.load.mostInFlight)))} unanswered`,
    `processor: server ${server} (${Math.round((sum(turns, (turn) => turn.serverCpuSeconds) / accepted) * 1e6)} µs an accepted order, the hub's share in it), generator ${load}, hub clients ${clients}, Chromium ${browser}; all that runs on this machine ${machine} of ${cpus().length * 100} %`,
  ];
}

function hubSentence(turns: readonly Turn[]): string {
  const frames = mean(turns, (turn) => turn.framesPerClientSecond).toFixed(1);
  const messages = count(mean(turns, (turn) => turn.messagesPerClientSecond));
  return `hub: ${frames} frames with ${messages} messages a second to each client, ${Math.max(...turns.map((turn) => turn.clientsLost))} clients lost`;
}

function bareSentence(turns: readonly Turn[]): string {
  const bytes = count(mean(turns, ({ bare }) => bare.meanBytes));
  return `bare commit: ${bytes} B a command, ${mean(turns, ({ bare }) => bare.commandsPerCommit).toFixed(1)} commands a commit`;
}

function line(name: string, values: Float64Array): (string | number)[] {
  return [name, values.length, ...[0.5, 0.95, 0.99, 0.999, 1].map((share) => ms(percentile(values, share)))];
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : 'unseen');
const count = (value: number) => Math.round(value).toLocaleString('en-GB');

const sum = (turns: readonly Turn[], of: (turn: Turn) => number) =>
  turns.reduce((total, turn) => total + of(turn), 0);
const mean = (turns: readonly Turn[], of: (turn: Turn) => number) => sum(turns, of) / turns.length;

function sorted(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}
