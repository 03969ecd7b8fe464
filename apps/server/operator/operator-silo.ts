// The operator's actions on silo certificates: the register, and the stages of a delivery. Tons and dates have the same form as in the
// market.
import { epochMs, type IsoDate, type SiloCert, type VenueEvent } from '@openpit/venue';
import { counted, dayMs, siloStages } from '@openpit/wire';
import * as z from 'zod/mini';
import { utcMinute } from '../history/history.ts';
import {
  action,
  argumentSchemas,
  decimal,
  eventOf,
  findEvent,
  list,
  number,
  OperatorRejection,
  text,
  word,
} from './operator-action.ts';

const { account, code, date, instrument, matching, shortText } = argumentSchemas;
const noReceipt = 'Name the certificate by its receipt number, for example SR100001.';
const noTime = 'Give the end of the stage as a time in UTC, for example 2026-12-02T10:00Z.';
const noTons = 'Give whole tons, for example 100.';
const tons = z.int(noTons).check(z.positive(noTons), z.maximum(1_000_000, noTons));
const siloReceiptNo = word('RECEIPT', matching(/^[A-Z0-9-]{1,16}$/, noReceipt));

/** Longer than any business day, with which a stage ends at the latest. */
const maxStageMs = 7 * dayMs;

const isoMinute = (ms: number): string => (Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 16));

const nothingDeliverable = 'Nothing has changed: no future can be delivered today.';

/** A sentence about the certificate that an accepted command has changed. */
const certificateSentence = (sentence: (cert: SiloCert) => string) => (events: readonly VenueEvent[]) =>
  sentence(eventOf(events, 'siloCertChanged').cert);
const belongsTo = certificateSentence(
  ({ siloReceiptNo, principal }) => `Certificate ${siloReceiptNo} belongs to ${principal}.`,
);

export const siloActions = {
  'silo-stage': action({
    words: 'silo stage',
    arguments: {
      stage: word('STAGE', z.enum(siloStages, { error: `A stage is one of ${siloStages.join(', ')}.` })),
      until: word(
        '[UNTIL]',
        z.optional(
          matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/, noTime).check(
            // Date.parse reads 30 February as 2 March.
            z.refine((time) => isoMinute(Date.parse(time)) === time.slice(0, 16), noTime),
          ),
        ),
      ),
    },
    help: 'begin a stage of the delivery: tendering, bidding, deciding, or closed, which delivers nothing; UNTIL is a time in UTC, 2026-12-02T10:00Z',
    command: ({ stage, until }, { clock }) => {
      const endsAt = until === undefined ? null : epochMs(Date.parse(until));
      const now = clock.now();
      if (endsAt !== null && (endsAt <= now || endsAt > now + maxStageMs))
        throw new OperatorRejection(
          `The stage cannot end at ${utcMinute(endsAt)}, because it is now ${utcMinute(now)}. Give a later time, within a week.`,
        );
      return { kind: 'beginSiloStage', stage, endsAt };
    },
    says: (events) => {
      const begun = findEvent(events, 'siloStageBegun');
      if (begun === undefined) return nothingDeliverable;
      const until = begun.endsAt === null ? '' : ` until ${utcMinute(begun.endsAt)}`;
      return `The delivery of ${begun.contracts.join(', ')} is at the stage "${begun.stage}"${until}.`;
    },
  }),
  'silo-award': action({
    words: 'silo award',
    arguments: {},
    help: 'award the lots to the best bids, allocate the others, and deliver',
    command: () => ({ kind: 'awardSiloLots' }),
    says: (events) => {
      if (findEvent(events, 'siloStageBegun') === undefined) return nothingDeliverable;
      const delivered = events.filter(({ kind }) => kind === 'siloDelivered').length;
      return `The delivery is closed. ${counted(delivered, 'certificate was', 'certificates were')} delivered.`;
    },
  }),
  'silo-issue': action({
    words: 'silo issue',
    arguments: {
      siloReceiptNo: word('RECEIPT', matching(/^[A-Z0-9]{1,12}$/, noReceipt)),
      instrument: word('INSTRUMENT', instrument),
      tons: number('TONS', tons),
      grade: word('GRADE', code('Name the grade by its code, for example WM1.')),
      origin: word('ORIGIN', code('Name the origin by its code, for example RSA.')),
      location: word('LOCATION', code('Name the location by its code, for example BOTHA.')),
      season: word('SEASON', matching(/^\d{4}\/\d{2}$/, 'Give the season, for example 2026/27.')),
      owner: word('OWNER', account),
      issuedOn: word('ISSUED', date),
      storagePaidUntil: word('PAID-UNTIL', date),
      expiresOn: word('[EXPIRES]', z.optional(date)),
    },
    help: 'issue a certificate; OWNER is a member or a client, dates are YYYY-MM-DD',
    command: ({ issuedOn, storagePaidUntil, expiresOn, ...cert }) => ({
      kind: 'issueSiloCert',
      cert: {
        ...cert,
        issuedOn: issuedOn as IsoDate,
        storagePaidUntil: storagePaidUntil as IsoDate,
        ...(expiresOn === undefined ? {} : { expiresOn: expiresOn as IsoDate }),
      },
    }),
    says: certificateSentence(
      ({ siloReceiptNo, principal }) => `Certificate ${siloReceiptNo} is issued to ${principal}.`,
    ),
  }),
  'silo-transfer': action({
    words: 'silo transfer',
    arguments: { siloReceiptNo, owner: word('OWNER', account) },
    help: 'give a certificate to another owner',
    command: (fields) => ({ kind: 'transferSiloCert', ...fields }),
    says: (events) =>
      findEvent(events, 'siloCertChanged') === undefined
        ? 'Nothing has changed: the certificate already has this owner.'
        : belongsTo(events),
  }),
  'silo-split': action({
    words: 'silo split',
    arguments: {
      siloReceiptNo,
      tons: list(
        'TONS',
        z
          .array(tons)
          .check(
            z.minLength(2, 'Give the tons of at least two parts.'),
            z.maxLength(100, 'At most 100 parts.'),
          ),
        (words) => words.map((word) => decimal(word)),
      ),
    },
    help: 'replace a certificate by several',
    command: (fields) => ({ kind: 'splitSiloCert', ...fields }),
    says: (events) => {
      const [replaced, ...parts] = events.flatMap((event) =>
        event.kind === 'siloCertChanged' ? [event.cert.siloReceiptNo] : [],
      );
      return `Certificate ${replaced} is replaced by ${parts.join(', ')}.`;
    },
  }),
  'silo-encumber': action({
    words: 'silo encumber',
    arguments: { siloReceiptNo, lender: text('LENDER', shortText(80, 'Name the lender.')) },
    help: 'keep a certificate as a security for a lender',
    command: (fields) => ({ kind: 'encumberSiloCert', ...fields }),
    says: certificateSentence(
      ({ siloReceiptNo, lender }) => `Certificate ${siloReceiptNo} is encumbered for ${lender}.`,
    ),
  }),
  'silo-release': action({
    words: 'silo release',
    arguments: { siloReceiptNo },
    help: 'release an encumbered certificate',
    command: (fields) => ({ kind: 'releaseSiloCert', ...fields }),
    says: certificateSentence(({ siloReceiptNo }) => `Certificate ${siloReceiptNo} is released.`),
  }),
  'silo-load-out': action({
    words: 'silo load-out',
    arguments: { siloReceiptNo },
    help: 'cancel a certificate whose grain has left the silo',
    command: (fields) => ({ kind: 'loadOutSiloCert', ...fields }),
    says: certificateSentence(
      ({ siloReceiptNo }) => `Certificate ${siloReceiptNo} is cancelled: its grain was loaded out.`,
    ),
  }),
  'silo-storage': action({
    words: 'silo storage',
    arguments: { siloReceiptNo, until: word('UNTIL', date) },
    help: 'record that storage is paid until this day',
    command: ({ siloReceiptNo, until }) => ({
      kind: 'paySiloStorage',
      siloReceiptNo,
      until: until as IsoDate,
    }),
    says: certificateSentence(
      ({ siloReceiptNo, storagePaidUntil }) =>
        `Storage of certificate ${siloReceiptNo} is paid until ${storagePaidUntil}.`,
    ),
  }),
};
