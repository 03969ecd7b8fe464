// The results of all rounds at one rate: a table of times, and sentences on goals, throughput and load.
import { cpus } from 'node:os';
import { percentile, printTable } from '../table.ts';
import type { LoadRound, Round } from './bench-setup.ts';

const goal = {
  overBareMs: 8,
  screenMs: 150,
  overBareServer: 2,
  shareOfBest: 0.9,
  replyMs: 1_000,
  deleteMs: 200,
  own: { perSecond: 50, p50Ms: 5, p99Ms: 15 },
};

export function printRate(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  rounds: readonly Round[],
  bareServer: readonly Pick<LoadRound, 'load' | 'serverCpuSeconds'>[],
): void {
  const ack = sorted(rounds.map(({ load }) => load.ackMs));
  const bare = sorted(rounds.map((round) => round.bare.commitMs));
  const seen = sorted(rounds.map(({ probes }) => probes.seenMs));
  const own = sorted(rounds.map(({ ownRowMs }) => ownRowMs));
  const fills = sorted(rounds.map(({ fillMs }) => fillMs));
  printTable(
    `${count(perSecond)} orders per second, ${rounds.length} × ${seconds} s alternating with the bare commit`,
    ['milliseconds', 'count', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'longest'],
    [
      line('acknowledgement', ack),
      line('bare commit', bare),
      line('deal to another client', sorted(rounds.map(({ dealMs }) => dealMs))),
      line('own row after the reply', own),
      line('fill after the reply', fills),
      line('generator delay', sorted(rounds.map(({ load }) => load.lateMs))),
      line('row on screen', seen),
    ],
  );
  const sentences = [
    acknowledgementSentence(rounds, { ack, bare }),
    seen.length === 0
      ? 'no screen, so no rows on screen'
      : `row on screen p95 ${ms(percentile(seen, 0.95))} ms, goal under ${goal.screenMs} ms: ${verdict(percentile(seen, 0.95) < goal.screenMs)}`,
    ...(perSecond === goal.own.perSecond
      ? [ownRowSentence('own row', own), ownRowSentence('fill', fills)]
      : []),
    ...throughputSentences(rounds),
    hubSentence(rounds),
    bareSentence(rounds),
    bareServerSentence(rounds, bareServer),
  ];
  console.log(sentences.map((text) => `  ${text}`).join('\n'));
}

function acknowledgementSentence(
  rounds: readonly Round[],
  { ack, bare }: { readonly ack: Float64Array; readonly bare: Float64Array },
): string {
  const allowed = percentile(bare, 0.99) + goal.overBareMs;
  const p99 = percentile(ack, 0.99);
  const isAllAccepted = sum(rounds, ({ load }) => load.venueBusy + load.otherRejections + load.givenUp) === 0;
  return `acknowledgement p99 ${ms(p99)} ms, goal ${ms(allowed)} ms (${goal.overBareMs} above the bare commit), all accepted: ${verdict(p99 <= allowed && isAllAccepted)}`;
}

function ownRowSentence(what: string, afterReply: Float64Array): string {
  const { p50Ms, p99Ms } = goal.own;
  const [p50, p99] = [percentile(afterReply, 0.5), percentile(afterReply, 0.99)];
  return `${what} after the reply p50 ${ms(p50)} ms, p99 ${ms(p99)} ms, goal ${p50Ms} and ${p99Ms} ms: ${verdict(p50 <= p50Ms && p99 <= p99Ms)}`;
}

function throughputSentences(rounds: readonly Round[]): string[] {
  const accepted = sum(rounds, ({ load }) => load.ackMs.length);
  const wallSeconds = sum(rounds, ({ load }) => load.wallSeconds);
  const others = sum(rounds, ({ load }) => load.otherRejections);
  const first = rounds.find(({ load }) => load.firstRejection !== null)?.load.firstRejection;
  const shares = (['server', 'load', 'clients', 'browser', 'machine'] as const).map(
    (part) => `${Math.round(mean(rounds, ({ cpu }) => cpu[part]) * 100)} %`,
  );
  const [server, load, clients, browser, machine] = shares;
  const perOrder = (of: (round: Round) => number) => Math.round((sum(rounds, of) / accepted) * 1e6);
  return [
    `accepted ${count(accepted / wallSeconds)} per second (${count(sum(rounds, (round) => round.load.inserted))} inserts, ${count(sum(rounds, (round) => round.load.deleted))} deletes), ${count(sum(rounds, (round) => round.load.venueBusy))} venueBusy, ${count(others)} otherwise rejected${first === undefined ? '' : ` (${first})`}, ${count(sum(rounds, (round) => round.load.givenUp))} never sent because no connection was free; at most ${count(Math.max(...rounds.map((round) => round.load.maxInFlight)))} unanswered`,
    `processor: server ${server} (${perOrder((round) => round.serverCpuSeconds)} µs per accepted order, with the hub's share; ${perOrder((round) => round.serverSystemSeconds)} of them in the operating system), generator ${load}, hub clients ${clients}, Chromium ${browser}; all programs of this machine ${machine} of ${cpus().length * 100} %`,
  ];
}

function bareServerSentence(
  rounds: readonly Round[],
  bare: readonly Pick<LoadRound, 'load' | 'serverCpuSeconds'>[],
): string {
  const bareMicros = microsPerOrder(bare);
  const times = microsPerOrder(rounds) / bareMicros;
  const ack = sorted(bare.map(({ load }) => load.ackMs));
  return `bare server: ${Math.round(bareMicros)} µs per order, p50 ${ms(percentile(ack, 0.5))} ms, p99 ${ms(percentile(ack, 0.99))} ms; the server's processor time is ${times.toFixed(1)} times as much, goal ${goal.overBareServer.toFixed(1)}: ${verdict(times <= goal.overBareServer)}`;
}

function microsPerOrder(rounds: readonly Pick<LoadRound, 'load' | 'serverCpuSeconds'>[]): number {
  const accepted = rounds.reduce((total, { load }) => total + load.ackMs.length, 0);
  return (rounds.reduce((total, { serverCpuSeconds }) => total + serverCpuSeconds, 0) / accepted) * 1e6;
}

const acceptedPerSecond = ({ load }: LoadRound): number => load.ackMs.length / load.wallSeconds;

/** `tried`: the rounds of the search for the best rate. */
export function printOverload(
  tried: readonly { readonly perSecond: number; readonly round: LoadRound }[],
  { perSecond, round }: { readonly perSecond: number; readonly round: LoadRound },
): void {
  printTable(
    'Overload: orders offered on as many connections as they need',
    [
      'offered a second',
      'accepted a second',
      '503',
      'accepted p50 ms',
      'p99',
      'longest',
      '503 p50 ms',
      'longest',
      'delete p99 ms',
      'µs per accepted order',
      'frames a second to each client',
    ],
    [...tried, { perSecond, round }].map(({ perSecond: offered, round: { load, ...rest } }) => [
      count(offered),
      count(load.ackMs.length / load.wallSeconds),
      count(load.venueBusy),
      ...[0.5, 0.99, 1].map((share) => ms(percentile(sorted([load.ackMs]), share))),
      ...[0.5, 1].map((share) => ms(percentile(sorted([load.busyMs]), share))),
      ms(percentile(sorted([load.deleteMs]), 0.99)),
      Math.round((rest.serverCpuSeconds / load.ackMs.length) * 1e6),
      rest.framesPerClientSecond.toFixed(1),
    ]),
  );
  const best = Math.max(...tried.map((result) => acceptedPerSecond(result.round)));
  const share = acceptedPerSecond(round) / best;
  const { load } = round;
  const longest = percentile(sorted([load.ackMs, load.busyMs]), 1);
  const deletes = percentile(sorted([load.deleteMs]), 0.99);
  const unanswered = load.otherRejections + load.givenUp;
  console.log(
    [
      `three times the best rate: accepts ${Math.round(share * 100)} % of it, goal ${goal.shareOfBest * 100} %: ${verdict(share >= goal.shareOfBest)}`,
      `longest reply ${ms(longest)} ms, goal ${count(goal.replyMs)} ms, none otherwise rejected or given up: ${verdict(longest <= goal.replyMs && unanswered === 0)}`,
      `delete p99 ${ms(deletes)} ms, goal ${goal.deleteMs} ms: ${verdict(deletes <= goal.deleteMs)}`,
    ]
      .map((text) => `  ${text}`)
      .join('\n'),
  );
}

function hubSentence(rounds: readonly Round[]): string {
  const frames = mean(rounds, (round) => round.framesPerClientSecond).toFixed(1);
  const messages = count(mean(rounds, (round) => round.messagesPerClientSecond));
  return `hub: ${frames} frames with ${messages} messages per second to each client, ${Math.max(...rounds.map((round) => round.clientsLost))} clients lost`;
}

function bareSentence(rounds: readonly Round[]): string {
  const bytes = count(mean(rounds, ({ bare }) => bare.meanBytes));
  return `bare commit: ${bytes} B per command, ${mean(rounds, ({ bare }) => bare.commandsPerCommit).toFixed(1)} commands per commit`;
}

function line(name: string, values: Float64Array): (string | number)[] {
  return [
    name,
    values.length,
    ...[0.5, 0.9, 0.95, 0.99, 0.999, 1].map((share) => ms(percentile(values, share))),
  ];
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : 'unseen');
const count = (value: number) => Math.round(value).toLocaleString('en-GB');

const sum = (rounds: readonly Round[], of: (round: Round) => number) =>
  rounds.reduce((total, round) => total + of(round), 0);
const mean = (rounds: readonly Round[], of: (round: Round) => number) => sum(rounds, of) / rounds.length;

function sorted(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}
