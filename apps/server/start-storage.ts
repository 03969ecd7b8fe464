// The first part of a start: the market from its journal, the log, the database, history and the audit log.
import { type MarketFeed, PastTime } from '@openpit/market';
import { type Clock, ruleVersion } from '@openpit/venue';
import type { Logger } from 'pino';
import { openAudit } from './audit/open-audit.ts';
import { type ClockBehind, JudgedClock } from './clock/trusted-clock.ts';
import { openDatabaseIn, openMarketIn } from './data-folder.ts';
import { type History, openHistory } from './history/history.ts';
import { MarketFigures } from './http/market-figures.ts';
import { Admission } from './limits/admission.ts';
import { connectionsThatFit } from './limits/connections.ts';
import { UserLimits } from './limits/user-limits.ts';
import { holdAddress } from './listening.ts';
import { openLog, openStandardOutputLog } from './log.ts';
import { logEvents } from './logged-events.ts';
import type { ServerOptions } from './options/options.ts';
import { realClock } from './schedule/real-clock.ts';
import { seenBeforeQuestion } from './schedule/schedule-questions.ts';
import { illustrationSeed } from './seed/demonstration-settings.ts';
import { drawSecretSeed } from './sequencer/sequencer.ts';
import { serverVersion } from './server-folder.ts';
import type { StartedParts } from './started-parts.ts';
import { ThreadHealth } from './thread-health.ts';
import { readTlsFiles } from './tls-files.ts';

export interface StorageParts {
  /** Called when the market has stopped because of an error. */
  readonly onStopped: (cause: Error) => void;
  /** Called with the reason if the database cannot be written, and with null when it can be written again. */
  readonly onInterrupted?: (why: string | null) => void;
  /** Called with the cause when history cannot be read; the market is not affected. */
  readonly onHistoryOutage?: (why: string) => void;
  /** Called with a sentence that is also in the log: the clock is behind (operations/incident.md), the certificate has expired, or a part of the audit log is missing. */
  readonly onWarning?: (warning: string) => void;
  /** By default the real clock. */
  readonly clock?: Clock;
  /** By default the process's own. */
  readonly monotonicMs?: () => number;
}

/** The market from its journal, the log, the database, history and the audit log; and the port, which is held but does not answer yet. */
export async function startStorage(
  parts: StartedParts,
  options: ServerOptions,
  {
    onStopped,
    onInterrupted,
    onHistoryOutage,
    onWarning,
    clock: systemClock = realClock,
    monotonicMs,
  }: StorageParts,
) {
  const { dataFolder, acceptsMissingFiles } = options;
  const place = { dataFolder, database: options.database };
  const acceptedLosses: string[] = [];
  const lossOption = acceptsMissingFiles
    ? { acceptLoss: (loss: string) => void acceptedLosses.push(loss) }
    : {};
  // This must run before there are other threads, because each would delay it.
  const maxConnections = Math.min(options.limits.connections, connectionsThatFit());
  const tls = options.tls === null ? null : await readTlsFiles(options.tls);
  const feeds: MarketFeed[] = [];
  const announceState = (isRunning: boolean) => {
    for (const feed of feeds) feed.announceState(isRunning);
  };
  let opened: { readonly history?: History; readonly log?: Logger } = {};
  const threads = new ThreadHealth((death) =>
    opened.log?.error(death, 'a thread has died and will be started again'),
  );
  const figures = new MarketFigures();
  const admission = new Admission(() => figures.notAccepted('venueBusy'), monotonicMs);
  const userLimits = new UserLimits(options.limits, monotonicMs);
  const pastTime = new PastTime(systemClock, drawSecretSeed);
  const market = await openMarketIn(place, {
    clock: pastTime.clock,
    ...(monotonicMs !== undefined && { monotonicMs }),
    drawSeed: pastTime.drawSeed,
    ...lossOption,
    onOutcome: (outcome, changes) => {
      for (const feed of feeds) feed.publish(outcome, changes);
      if (opened.log !== undefined) logEvents(opened.log, outcome);
    },
    onDataSet: (change) => {
      for (const feed of feeds) feed.publishDataSet(change);
    },
    onOutcomesWritten: () => opened.history?.outcomesWritten(),
    watch: threads,
    metrics: {
      appended: (durationMs) => {
        figures.appended(durationMs);
        admission.appended(durationMs);
      },
      published: (outcome, sinceDurableMs) => figures.published(outcome, sinceDurableMs),
      answered: (sinceSubmittedMs) => figures.answered(sinceSubmittedMs),
      notAccepted: (code) => figures.notAccepted(code),
    },
    onSnapshotFailed: (err) => opened.log?.error({ err }, 'a snapshot could not be taken'),
    onDamagedDay: (err) => opened.log?.error({ err }, 'a closed day cannot be packed'),
    onInterrupted: (why) => {
      opened.log?.error({ why }, 'the database cannot be written: the market accepts no commands');
      announceState(false);
      onInterrupted?.(why);
    },
    onResumed: () => {
      opened.log?.warn('the database can be written: the market accepts commands again');
      announceState(true);
      onInterrupted?.(null);
    },
    onStopped: (cause) => {
      announceState(false);
      onStopped(cause);
    },
  });
  parts.add('market', () => market.close());
  const lastRanAt = market.recovered.venue.lastAt;
  const log =
    options.logTo === 'stdout'
      ? openStandardOutputLog(options.logLevel)
      : openLog(dataFolder, options.logLevel);
  opened = { log };
  log.info({ version: serverVersion, rules: ruleVersion, node: process.version }, 'the server starts');
  const warn = (warning: string) => {
    log.warn(warning);
    onWarning?.(warning);
  };
  if (tls !== null && tls.expiresAt <= systemClock.now()) warn(certificateHasExpired(tls.expiresAt));
  const { lastSeq } = market.view;
  const database = await openDatabaseIn(place, { lastSeq, ...lossOption });
  parts.add('database', () => database.close());
  const clock = new JudgedClock(systemClock, {
    knownAt: (await seenBeforeQuestion(database.db)) ?? lastRanAt,
    onBehind: (times) => warn(clockIsBehind(times)),
    ...(monotonicMs !== undefined && { monotonicMs }),
  });
  // A first start that cannot listen must leave nothing behind that decides which market the next start opens.
  const address = await holdAddress(options);
  parts.add('address', () => address.release());
  const illustrativeSeed = await illustrationSeed(database.db, {
    isNew: market.view.directory.businessDay === '',
    isIllustrated: options.referenceDataFile === null && options.past,
    seed: options.seed,
  });
  const history = openHistory({
    ...place,
    illustrativeSeed,
    isAlone: false,
    watch: threads,
    now: () => systemClock.now(),
    onOutage: ({ why }) => {
      log.error({ why }, 'history cannot be read');
      onHistoryOutage?.(why);
    },
  });
  opened = { log, history };
  parts.add('history', () => history.close());
  const audit = await openAudit({
    ...place,
    epoch: market.journal.epoch,
    db: database.db,
    clock,
    keptDays: options.auditDays,
    onFailure: (err) => log.error({ err }, 'the audit log cannot be written'),
  });
  parts.add('audit log', () => audit.close());
  if (audit.loss !== null) warn(audit.loss);
  const onFailure = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const shared = {
    market,
    acceptedLosses,
    lastRanAt,
    log,
    database,
    clock,
    address,
    history,
    audit,
    onFailure,
  };
  return { ...shared, maxConnections, tls, feeds, threads, figures, admission, userLimits, pastTime };
}

/** Commands are accepted, because a clock that was ahead before and has been corrected is right. */
const clockIsBehind = ({ now, seenAt }: ClockBehind): string =>
  `The clock reads ${isoTime(now)}, but the market has already seen ${isoTime(seenAt)}. Orders are accepted, but no phase begins and no business day ends until the clock has caught up. If it is wrong, correct it; if it was ahead before, use phase and end-of-day meanwhile.`;

const certificateHasExpired = (expiresAt: number): string =>
  `The certificate of --tls-cert expired at ${isoTime(expiresAt)}. Browsers and programs refuse to connect until you renew it and start the server again.`;

const isoTime = (ms: number): string => new Date(ms).toISOString();
