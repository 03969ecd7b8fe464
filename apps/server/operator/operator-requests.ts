// The requests of the operator, as the running server and the command line check them.
import { contractGroups, phases } from '@openpit/venue';
import { siloStages } from '@openpit/wire';
import * as z from 'zod/mini';

const noUser = 'Name the user by e-mail address or user id.';
const user = z.string(noUser).check(z.minLength(1, noUser));
const noUserId = 'A user id has up to 32 small letters, digits and hyphens.';
const noEmail = 'Give the e-mail address of the user.';
const noMember = 'Name the member by its code, for example KAND.';
const noDealer = 'Name the dealer by the code that the reference data has for the member.';
const noName = 'Give the name of the user, as it is shown.';
const flags = z.array(z.string()).check(z.minLength(1, 'Name at least one permission.'));
const noReason = 'Give a reason. It is announced to everyone and recorded.';
const reason = z
  .string(noReason)
  .check(z.minLength(1, noReason), z.maxLength(200, 'A reason has at most 200 characters.'));
const noInstrument = 'Name the instrument by its code, for example WMAZ.';
const instrument = z.string(noInstrument).check(z.regex(/^[A-Z0-9]{1,8}$/, noInstrument));
const rand = z
  .number('Give an amount in rand, for example 300.')
  .check(
    z.positive('An amount is above zero.'),
    z.maximum(1_000_000, 'An amount is at most 1 000 000 rand.'),
  );
/** Also holds for amounts that binary floating point cannot represent, such as 0.29. */
const isHundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-3;
const wholeCents = z.refine<number>(isHundredths, 'An amount is a whole number of cents.');
/** Rand, 0 included. */
const charge = z
  .number('Give an amount in rand, for example 0.25.')
  .check(
    z.nonnegative('An amount is not below zero.'),
    z.maximum(1_000_000, 'An amount is at most 1 000 000 rand.'),
    wholeCents,
  );
const noSum = 'Give an amount in rand, for example 1500000.50.';
const mostMoney = z.maximum(1e12, 'An amount is at most 1 000 000 000 000 rand.');
const noAccount = 'Name the account by the code of a member or a client.';
const account = z.string(noAccount).check(z.regex(/^[A-Z0-9]{1,12}$/, noAccount));
const noPercent = 'Give a number of percent, for example 7.25.';
const noPoints = 'Give the scanning range in points of volatility, for example 4.';
/** Percent or points, with at most two decimals. */
const hundredths = (missing: string) =>
  z
    .number(missing)
    .check(
      z.nonnegative('A rate is not below zero.'),
      z.maximum(100, 'A rate is at most 100.'),
      z.refine<number>(isHundredths, 'A rate has at most two decimals.'),
    );
const noContract = 'Name the contract in quotes, for example "DEC26 WMAZ".';
const noRun = 'Name the valuation by its number.';
const noDeal =
  'Name the deal by its match number, for example M290, or by the number of either side: both are in the Deals panels.';
const noMessage = 'Give the message.';
const noFile = 'Name the file with the reference data.';
const noDay = 'Give the business day as YYYY-MM-DD.';
/** A file of reference data with its text, and the business day from which it applies; the next one when left out. */
const referenceFile = {
  file: z.string(noFile).check(z.minLength(1, noFile), z.maxLength(4_096, noFile)),
  text: z.string(),
  from: z.optional(z.string(noDay).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, noDay))),
};
const noCode = 'A code has 1 to 8 capital letters or digits.';
const code = z.string(noCode).check(z.regex(/^[A-Z0-9]{1,8}$/, noCode));
const member = z.string(noMember).check(z.regex(/^[A-Z0-9]{1,8}$/, noMember));
const text80 = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(80, 'A name has at most 80 characters.'));
const branch = text80('Name the branch, in quotes if it has spaces.');
const partyName = text80('Give the name.');
const noLots = 'Give a whole number of lots, or none.';
const lotsOrNone = (least: number) =>
  z.nullable(z.int(noLots).check(z.minimum(least, noLots), z.maximum(1_000_000, noLots)));
const noWho = 'Name a member, or one of its dealers as MEMBER/DEALER.';
const who = z.string(noWho).check(z.regex(/^[A-Z0-9]{1,8}(\/[A-Z0-9]{1,8})?$/, noWho));
const noReceipt = 'Name the certificate by its receipt number, for example SR100001.';
const siloReceiptNo = z.string(noReceipt).check(z.regex(/^[A-Z0-9-]{1,16}$/, noReceipt));
const noDate = 'Give the day as YYYY-MM-DD.';
const date = z.string(noDate).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, noDate));
const noTons = 'Give whole tons, for example 100.';
const tons = z.int(noTons).check(z.positive(noTons), z.maximum(1_000_000, noTons));
const aCode = (missing: string) => z.string(missing).check(z.regex(/^[A-Z0-9]{1,8}$/, missing));
const noSeason = 'Give the season, for example 2026/27.';
const noLender = 'Name the lender.';
const noTime = 'Give the end of the stage as a time in UTC, for example 2026-12-02T10:00Z.';
/** A match number, such as `M290`, or the deal number of one side. */
const deal = z.union([z.string().check(z.regex(/^M[1-9]\d{0,14}$/)), z.int().check(z.positive())], noDeal);
const noVatNumber = 'Give a VAT number of 4 to 20 capital letters or digits, or none.';
const vatNumber = z.nullable(z.string(noVatNumber).check(z.regex(/^[A-Z0-9]{4,20}$/, noVatNumber)));
/** Without it the deal is only shown. */
const confirm = z.optional(z.boolean());

export const operatorRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('grant'), user, flags }),
  z.strictObject({ action: z.literal('revoke'), user, flags }),
  z.strictObject({
    action: z.literal('scope'),
    user,
    scope: z.enum(['member', 'own'], {
      error: 'A scope is member (all orders and deals of the member) or own (only those of the dealer).',
    }),
  }),
  z.strictObject({
    action: z.literal('announce'),
    message: z
      .string(noMessage)
      .check(z.minLength(1, noMessage), z.maxLength(500, 'An announcement has at most 500 characters.')),
  }),
  z.strictObject({ action: z.literal('users') }),
  z.strictObject({
    action: z.literal('user-create'),
    userId: z.string(noUserId).check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, noUserId)),
    email: z.string(noEmail).check(z.maxLength(254, noEmail), z.regex(/^[^\s@]+@[^\s@]+$/, noEmail)),
    member: z.string(noMember).check(z.regex(/^[A-Z0-9]{1,12}$/, noMember)),
    dealer: z.string(noDealer).check(z.regex(/^[A-Z0-9]{1,12}$/, noDealer)),
    name: z.string(noName).check(z.minLength(1, noName), z.maxLength(100, noName)),
  }),
  z.strictObject({ action: z.literal('user-disable'), user }),
  z.strictObject({ action: z.literal('user-enable'), user }),
  z.strictObject({ action: z.literal('user-password'), user }),
  z.strictObject({ action: z.literal('user-sign-in-code'), user }),
  z.strictObject({ action: z.literal('user-sessions'), user }),
  z.strictObject({ action: z.literal('user-end-sessions'), user }),
  z.strictObject({ action: z.literal('user-two-factor-reset'), user }),
  /** `answer`: whether the schedule is to run again after it has waited for the operator. */
  z.strictObject({
    action: z.literal('schedule'),
    answer: z.optional(z.literal('continue', 'schedule takes nothing, or "continue".')),
  }),
  z.strictObject({
    action: z.literal('phase'),
    phase: z.enum(phases, { error: `A phase is ${phases.join(', ')}.` }),
    groups: z
      .array(z.enum(contractGroups, { error: `A group of contracts is ${contractGroups.join(', ')}.` }))
      .check(z.minLength(1)),
  }),
  z.strictObject({ action: z.literal('halt'), instrument, reason }),
  z.strictObject({ action: z.literal('resume'), instrument }),
  z.strictObject({ action: z.literal('widen-limits'), instrument, band: rand }),
  z.strictObject({
    action: z.literal('self-match'),
    selfMatch: z.enum(['reject', 'allow'], { error: 'Self-matches are reject or allow.' }),
  }),
  /** Rand per contract, and points of volatility. */
  z.strictObject({
    action: z.literal('set-margins'),
    instrument,
    initialMargin: charge,
    classSpreadMargin: charge,
    volatilityRange: hundredths(noPoints),
  }),
  /** Rand per ton before VAT. */
  z.strictObject({
    action: z.literal('set-fees'),
    instrument,
    ownFuture: charge,
    ownOption: charge,
    clientFuture: charge,
    clientOption: charge,
  }),
  z.strictObject({
    action: z.literal('silo-stage'),
    stage: z.enum(siloStages, { error: `A stage is one of ${siloStages.join(', ')}.` }),
    until: z.optional(
      z.string(noTime).check(
        z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/, noTime),
        z.refine((text) => !Number.isNaN(Date.parse(text)), noTime),
      ),
    ),
  }),
  z.strictObject({ action: z.literal('silo-award') }),
  z.strictObject({
    action: z.literal('silo-issue'),
    siloReceiptNo: z.string(noReceipt).check(z.regex(/^[A-Z0-9]{1,12}$/, noReceipt)),
    instrument,
    tons,
    grade: aCode('Name the grade by its code, for example WM1.'),
    origin: aCode('Name the origin by its code, for example RSA.'),
    location: aCode('Name the location by its code, for example BOTHA.'),
    season: z.string(noSeason).check(z.regex(/^\d{4}\/\d{2}$/, noSeason)),
    owner: account,
    issuedOn: date,
    storagePaidUntil: date,
    expiresOn: z.optional(date),
  }),
  z.strictObject({ action: z.literal('silo-transfer'), siloReceiptNo, owner: account }),
  z.strictObject({
    action: z.literal('silo-split'),
    siloReceiptNo,
    tons: z
      .array(tons)
      .check(z.minLength(2, 'Give the tons of at least two parts.'), z.maxLength(100, 'At most 100 parts.')),
  }),
  z.strictObject({
    action: z.literal('silo-encumber'),
    siloReceiptNo,
    lender: z.string(noLender).check(z.minLength(1, noLender), z.maxLength(80, noLender)),
  }),
  z.strictObject({ action: z.literal('silo-release'), siloReceiptNo }),
  z.strictObject({ action: z.literal('silo-load-out'), siloReceiptNo }),
  z.strictObject({ action: z.literal('silo-storage'), siloReceiptNo, until: date }),
  z.strictObject({ action: z.literal('member-add'), code, branch, name: partyName }),
  z.strictObject({ action: z.literal('dealer-add'), code, member, branch, name: partyName }),
  z.strictObject({ action: z.literal('client-add'), code, member, name: partyName }),
  z.strictObject({ action: z.literal('account-disable'), account }),
  z.strictObject({ action: z.literal('account-enable'), account }),
  z.strictObject({ action: z.literal('sub-account-add'), account, subAccount: code }),
  z.strictObject({ action: z.literal('account-vat'), account, vatNumber }),
  z.strictObject({ action: z.literal('limit-position'), account, maxLots: lotsOrNone(0) }),
  z.strictObject({ action: z.literal('limit-quantity'), user, maxLots: lotsOrNone(1) }),
  z.strictObject({ action: z.literal('stop'), who, reason }),
  z.strictObject({ action: z.literal('resume-trading'), who }),
  z.strictObject({ action: z.literal('reference-diff'), ...referenceFile }),
  z.strictObject({ action: z.literal('reference-apply'), ...referenceFile }),
  /** Percent per year. */
  z.strictObject({ action: z.literal('set-interest'), rate: hundredths(noPercent) }),
  /** Rand; null removes the limit. */
  z.strictObject({
    action: z.literal('limit-margin'),
    account,
    maxMargin: z.nullable(
      z
        .number('Give the most initial margin in rand, or none.')
        .check(z.nonnegative('A limit is not below zero.'), mostMoney, wholeCents),
    ),
  }),
  /** `direction`: whether the account has paid or was paid; rand. */
  z.strictObject({
    action: z.literal('record-payment'),
    account,
    direction: z.enum(['received', 'paid'], {
      error: 'A payment is received (from the account) or paid (to it).',
    }),
    amount: z.number(noSum).check(z.positive('An amount is above zero.'), mostMoney, wholeCents),
  }),
  z.strictObject({ action: z.literal('value-market') }),
  z.strictObject({
    action: z.literal('correct-mtm'),
    contract: z
      .string(noContract)
      .check(z.regex(/^\S+( \S+){1,4}$/, noContract), z.maxLength(40, noContract)),
    mtm: z.number('Give the MTM in rand per ton.'),
    reason,
    confirm,
  }),
  z.strictObject({ action: z.literal('approve-mtm'), run: z.int(noRun).check(z.positive(noRun)) }),
  z.strictObject({ action: z.literal('cancel-deal'), deal, reason, confirm }),
  z.strictObject({
    action: z.literal('reprice-deal'),
    deal,
    price: z.number('Give the price in rand per ton.'),
    reason,
    confirm,
  }),
  /** `force`: why the day ends although points of its checklist are open. */
  z.strictObject({ action: z.literal('end-of-day'), force: z.optional(reason) }),
]);
export type OperatorRequest = z.infer<typeof operatorRequest>;
export type OperatorAction = OperatorRequest['action'];
export type RequestOf<Action extends OperatorAction> = Extract<OperatorRequest, { action: Action }>;
