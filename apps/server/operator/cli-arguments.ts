// The arguments of the operator's command line, as a request that is checked in the same way as the server checks it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { MarketPlace } from '@openpit/storage';
import { contractGroups } from '@openpit/venue';
import { postgresAddress } from '../option-schemas.ts';
import type { WantedAudit } from './audit-command.ts';
import { isMove, type WantedMove } from './move-command.ts';
import { OperatorRejection } from './operator-parts.ts';
import { type OperatorAction, type OperatorRequest, operatorRequest } from './operator-requests.ts';
import type { WantedReports } from './reports-command.ts';

export const operatorUsage = `Usage: npm run admin -- <action> [--data FOLDER]

  user create ID E-MAIL MEMBER DEALER NAME…
                        a login for a dealer of the reference data; prints its password once
  user disable USER     end the user's sessions, and let the user not sign in again;
  user enable USER      let the user sign in again. USER is an e-mail address or a user id
  user password USER    give the user another password, which is printed once
  user sign-in-code USER
                        let the user sign in from a new browser while others try passwords:
                        prints a code, which the user enters with the password
  user grant USER FLAG… grant permissions; FLAG is a permission, or all, dealer, back-office
  user revoke USER FLAG…
                        revoke permissions
  user scope USER SCOPE what a dealer sees and acts on: member (all orders and deals of
                        the member) or own (only those of the dealer)
  user sessions USER    list the user's sessions; with "end" after it, end them all
  user two-factor-reset USER
                        approve the user's request to switch two-factor off: prints a code
  grant, revoke, scope  short for user grant, user revoke, user scope
  announce MESSAGE…     announce to everyone who is signed in
  phase PHASE [GROUP…]  begin a phase: closed, preOpen, continuous, admin, delivery;
                        for deliveryMonth, other, world, or for all groups
  halt INSTRUMENT REASON…
                        reject new orders in an instrument; the reason is announced
  resume INSTRUMENT     end a halt
  widen-limits INSTRUMENT BAND
                        today's price limits: this many rand either side of the last MTM
  self-match RULE       reject or allow orders that would match an own one
  set-margins INSTRUMENT INITIAL SPREAD POINTS
                        from the next business day: initial margin and margin of each leg
                        of a spread in rand per contract, scanning range of volatility
  set-fees INSTRUMENT OWN-FUTURE OWN-OPTION CLIENT-FUTURE CLIENT-OPTION
                        from the next business day: booking fees in rand per ton before VAT
  set-interest PERCENT  from the next business day: interest on margins, per year
  reference diff FILE   what reference data in a file would change in the market
  reference apply FILE  change it from the next business day, or from another: --from DAY
  member add CODE BRANCH NAME…
                        add a member, give it another name, or a further branch
  dealer add CODE MEMBER BRANCH NAME…
                        add a dealer, or change the branch and the name of one
  client add CODE MEMBER NAME…
                        add a client, or give it another name
  sub-account add ACCOUNT CODE
                        enable a sub-account of a member or a client
  account disable ACCOUNT
  account enable ACCOUNT
                        let nobody deal for a member or a client; let them deal again
  account vat ACCOUNT NUMBER
                        the VAT number of a member or a client, whose deliveries then carry
                        VAT; none removes it
  limit-position ACCOUNT LOTS
                        the most lots of a contract that the account may hold; none removes the limit
  limit-quantity USER LOTS
                        the most lots of one order of the user; none removes the limit
  stop WHO REASON…      the kill switch: delete all orders of a member, or of one of its dealers
                        (MEMBER/DEALER), and accept no new ones
  resume-trading WHO    let a stopped member or dealer trade again
  silo stage STAGE [UNTIL]
                        begin a stage of the delivery: tendering, bidding, deciding, or closed,
                        which delivers nothing; UNTIL is a time in UTC, 2026-12-02T10:00Z
  silo award            award the lots to the best bids, allocate the others, and deliver
  silo issue RECEIPT INSTRUMENT TONS GRADE ORIGIN LOCATION SEASON OWNER ISSUED PAID-UNTIL [EXPIRES]
                        issue a certificate; OWNER is a member or a client, dates are YYYY-MM-DD
  silo transfer RECEIPT OWNER
                        give a certificate to another owner
  silo split RECEIPT TONS TONS…
                        replace a certificate by several
  silo encumber RECEIPT LENDER…
  silo release RECEIPT  keep a certificate as a security for a lender, and release it
  silo load-out RECEIPT cancel a certificate whose grain has left the silo
  silo storage RECEIPT UNTIL
                        record that storage is paid until this day
  limit-margin ACCOUNT AMOUNT
                        the most initial margin in rand that the account may need; none
                        removes the limit
  record-payment ACCOUNT DIRECTION AMOUNT
                        record that this many rand were received from the account, or paid
                        to it
  value-market          value the market as if the day ended now
  correct-mtm CONTRACT PRICE REASON…
                        another MTM for a future when its trading has ended, and a new
                        valuation with it; CONTRACT in quotes, for example "DEC26 WMAZ"
  approve-mtm NUMBER    end the day with the MTM of this valuation, the latest
  cancel-deal NUMBER REASON…
                        show the deal with this match number, such as M290, or with the
                        number of either side; with --confirm cancel it as an error trade
  reprice-deal NUMBER PRICE REASON…
                        the same, to give it another price
  end-of-day            go through the checklist and end the business day: open orders
                        expire and everyone is signed out; --force "REASON" ends it with
                        points open
  schedule              say whether the schedule runs, or what it asks the operator
  schedule continue     end the business days that are overdue by the clock, and run again
  users                 list the users and their permissions
  data backup FOLDER    copy the data folder into a new FOLDER, also while the market runs
  data move to-postgres move the market from files of the data folder to the database in
                        DATABASE_URL; no server may run
  data move to-files    move it back
  reports MEMBER DATE FOLDER
                        write the end-of-day reports of a member as CSV files into FOLDER
  audit verify          check that no entry of the audit log was changed or is missing
  audit export FROM TO FILE
                        copy its entries of these days (in UTC) into a new FILE
  history rebuild       rebuild candles, past deals and past orders from the outcome log

  --data FOLDER         the data folder of the server (default: OPENPIT_DATA, or ./data)
  --database URL        its PostgreSQL database, if it has one (default: DATABASE_URL)
  --version             print the version and exit`;

/** The lines of each action in the usage, by the words that name it. Lines after the first are indented. */
const usageOfActions: readonly { readonly words: string; readonly text: string }[] = operatorUsage
  .split(/\n(?= {2}[a-z])/)
  .slice(1)
  .map((text) => ({
    words: /^ {2}((?:[a-z][a-z-]*(?:, )?| (?=[a-z]))+)/.exec(text)?.[1]?.trim() ?? '',
    text: (text.split('\n\n')[0] ?? text).trimEnd(),
  }));

/** The part of the usage that is about an action such as `user create`, or about all actions of `user`; empty if there is none. */
export function usageOf(action: string): string {
  const full = ['grant', 'revoke', 'scope'].includes(action) ? `user ${action}` : action;
  const exact = usageOfActions.filter(({ words }) => words === full);
  const found =
    exact.length > 0 ? exact : usageOfActions.filter(({ words }) => words.startsWith(`${action} `));
  if (found.length === 0) return '';
  return ['Usage: npm run admin -- …', ...found.map(({ text }) => text)].join('\n');
}

/** `M290` is a match, `580` one side of it. */
const dealNamed = (word: string): string | number => (/^m/i.test(word) ? word.toUpperCase() : Number(word));

/** The actions that only show what they would do, until they are confirmed. */
const confirmed: ReadonlySet<string> = new Set(['cancel-deal', 'reprice-deal', 'correct-mtm']);

type Place = Required<MarketPlace>;

export interface OperatorArguments {
  readonly request:
    | OperatorRequest
    | { readonly backUpTo: string }
    | { readonly move: WantedMove }
    | { readonly reports: WantedReports }
    | { readonly audit: WantedAudit }
    | 'rebuildHistory'
    | 'help'
    | 'version';
  readonly place: Place;
}

/** Throws OperatorRejection, which names what is missing or wrong. */
export function readArguments(argv: readonly string[]): OperatorArguments {
  const { values, positionals } = parsed(argv);
  const place = placeOf(values);
  const [action, ...words] = positionals;
  if (values.version === true) return { request: 'version', place };
  if (values.help === true || action === undefined) return { request: 'help', place };
  if (values.force !== undefined && action !== 'end-of-day')
    throw rejection(`--force is for end-of-day, not for ${action}.`, 'end-of-day');
  if (values.confirm !== undefined && !confirmed.has(action))
    throw rejection(`--confirm is for ${[...confirmed].join(', ')}, not for ${action}.`, 'cancel-deal');
  if (values.from !== undefined && action !== 'reference')
    throw rejection(`--from is for reference, not for ${action}.`, 'reference');
  if (action === 'reference') return { request: referenceRequest(words, values.from), place };
  if (action === 'history') {
    if (words.join(' ') !== 'rebuild')
      throw rejection(`history takes "rebuild", not "${words.join(' ')}".`, 'history');
    return { request: 'rebuildHistory', place };
  }
  if (action === 'data') {
    return { request: dataRequest(words, place), place };
  }
  if (action === 'reports') {
    const [member, date, folder, ...surplus] = words;
    if (member === undefined || date === undefined || folder === undefined || surplus.length > 0)
      throw rejection(`reports takes "MEMBER DATE FOLDER", not "${words.join(' ')}".`, 'reports');
    return { request: { reports: { member, date, folder: resolve(folder) } }, place };
  }
  if (action === 'audit') return { request: { audit: auditRequest(words) }, place };
  if (action === 'user') return { request: userRequest(words), place };
  if (action === 'silo') return { request: siloRequest(words), place };
  if (action !== undefined && Object.hasOwn(partyVerbs, action))
    return { request: partyRequest(action, words), place };
  if (!isAction(action)) throw rejection(`There is no action "${action}".`);
  const options = {
    ...(values.force === undefined ? {} : { force: values.force }),
    ...(values.confirm === undefined ? {} : { confirm: values.confirm }),
  };
  return { request: requestFor(action, words, { options }), place };
}

function placeOf({ data, database }: { readonly data?: string; readonly database?: string }): Place {
  const given = database ?? process.env.DATABASE_URL;
  const read = postgresAddress.safeParse(given ?? '');
  if (given !== undefined && !read.success)
    throw rejection(
      `${database === undefined ? 'DATABASE_URL' : '--database'} ${read.error.issues[0]?.message}`,
    );
  return { dataFolder: resolve(data ?? process.env.OPENPIT_DATA ?? 'data'), database: given ?? null };
}

function dataRequest(
  words: readonly string[],
  { database }: Place,
): { readonly backUpTo: string } | { readonly move: WantedMove } {
  const [what, target = '', ...surplus] = words;
  if (what === 'backup' && target.trim() !== '' && surplus.length === 0) return { backUpTo: resolve(target) };
  if (what !== 'move' || !isMove(target) || surplus.length > 0)
    throw rejection(
      `data takes "backup FOLDER", "move to-postgres" or "move to-files", not "${words.join(' ')}".`,
      'data',
    );
  if (database === null)
    throw rejection('data move needs the address of the PostgreSQL database in DATABASE_URL.', 'data move');
  return { move: target };
}

/** `name`: how the operator calls the action. */
function requestFor(
  action: OperatorAction,
  words: readonly string[],
  { name = action, options = {} }: { readonly name?: string; readonly options?: object } = {},
): OperatorRequest {
  const { fields, atMost = Number.POSITIVE_INFINITY } = actions[action];
  const surplus = words.slice(atMost);
  if (surplus.length > 0) throw rejection(`${name} takes nothing else, not "${surplus.join(' ')}".`, name);
  return checked(name, { action, ...fields(words), ...options });
}

function auditRequest(words: readonly string[]): WantedAudit {
  const [what, from = '', to = '', file = '', ...surplus] = words;
  if (words.join(' ') === 'verify') return 'verify';
  const areDays = [from, to].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day));
  if (what !== 'export' || !areDays || file === '' || surplus.length > 0)
    throw rejection(
      `audit takes "verify" or "export FROM TO FILE" with days in UTC, not "${words.join(' ')}".`,
      'audit',
    );
  return { from, to, file: resolve(file) };
}

/** The text of the file is read later. */
function referenceFields([file, from]: readonly (string | undefined)[]): object {
  return { file, text: '', ...(from === undefined ? {} : { from }) };
}

function referenceRequest([verb = '', file, ...surplus]: readonly string[], from?: string): OperatorRequest {
  const name = `reference ${verb}`;
  if ((verb !== 'diff' && verb !== 'apply') || file === undefined || surplus.length > 0)
    throw rejection(
      `reference takes "diff FILE" or "apply FILE", not "${[verb, file, ...surplus].join(' ').trim()}".`,
      'reference',
    );
  return requestFor(`reference-${verb}`, [resolve(file), ...(from === undefined ? [] : [from])], { name });
}

const userActions: Readonly<Record<string, OperatorAction>> = {
  create: 'user-create',
  disable: 'user-disable',
  enable: 'user-enable',
  password: 'user-password',
  grant: 'grant',
  revoke: 'revoke',
  scope: 'scope',
  'sign-in-code': 'user-sign-in-code',
  sessions: 'user-sessions',
  'two-factor-reset': 'user-two-factor-reset',
};

function userRequest([verb = '', ...words]: readonly string[]): OperatorRequest {
  const name = `user ${verb}`;
  if (verb === 'sessions' && words[1] === 'end')
    return requestFor(
      'user-end-sessions',
      words.filter((_word, at) => at !== 1),
      { name },
    );
  const action = Object.hasOwn(userActions, verb) ? userActions[verb] : undefined;
  if (action === undefined) {
    const verbs = Object.keys(userActions).join(', ');
    throw rejection(`user takes ${verbs}, not "${verb}".`, 'user');
  }
  return requestFor(action, words, { name });
}

/** The verbs of each kind of party. */
const partyVerbs: Readonly<Record<string, Readonly<Record<string, OperatorAction>>>> = {
  member: { add: 'member-add' },
  dealer: { add: 'dealer-add' },
  client: { add: 'client-add' },
  'sub-account': { add: 'sub-account-add' },
  account: { disable: 'account-disable', enable: 'account-enable', vat: 'account-vat' },
};

function partyRequest(party: string, [verb = '', ...words]: readonly string[]): OperatorRequest {
  const verbs = partyVerbs[party] ?? {};
  const action = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (action === undefined)
    throw rejection(`${party} takes ${Object.keys(verbs).join(', ')}, not "${verb}".`, party);
  return requestFor(action, words, { name: `${party} ${verb}` });
}

const siloActions: Readonly<Record<string, OperatorAction>> = {
  stage: 'silo-stage',
  award: 'silo-award',
  issue: 'silo-issue',
  transfer: 'silo-transfer',
  split: 'silo-split',
  encumber: 'silo-encumber',
  release: 'silo-release',
  'load-out': 'silo-load-out',
  storage: 'silo-storage',
};

function siloRequest([verb = '', ...words]: readonly string[]): OperatorRequest {
  const action = Object.hasOwn(siloActions, verb) ? siloActions[verb] : undefined;
  if (action === undefined)
    throw rejection(`silo takes ${Object.keys(siloActions).join(', ')}, not "${verb}".`, 'silo');
  return requestFor(action, words, { name: `silo ${verb}` });
}

interface ActionWords {
  /** The fields of the request; what is missing is undefined. */
  readonly fields: (words: readonly (string | undefined)[]) => object;
  /** How many words the action takes; any number when left out. */
  readonly atMost?: number;
}

const actions: { readonly [Action in OperatorAction]: ActionWords } = {
  grant: { fields: ([user, ...flags]) => ({ user, flags }) },
  revoke: { fields: ([user, ...flags]) => ({ user, flags }) },
  scope: { fields: ([user, scope]) => ({ user, scope }), atMost: 2 },
  announce: { fields: (words) => ({ message: words.join(' ').trim() }) },
  phase: {
    fields: ([phase, ...groups]) => ({ phase, groups: groups.length === 0 ? contractGroups : groups }),
  },
  halt: { fields: ([instrument, ...reason]) => ({ instrument, reason: reason.join(' ') }) },
  resume: { fields: ([instrument]) => ({ instrument }), atMost: 1 },
  'widen-limits': { fields: ([instrument, band]) => ({ instrument, band: Number(band) }), atMost: 2 },
  'self-match': { fields: ([selfMatch]) => ({ selfMatch }), atMost: 1 },
  'set-margins': {
    fields: ([instrument, initialMargin, classSpreadMargin, volatilityRange]) => ({
      instrument,
      initialMargin: Number(initialMargin),
      classSpreadMargin: Number(classSpreadMargin),
      volatilityRange: Number(volatilityRange),
    }),
    atMost: 4,
  },
  'set-fees': {
    fields: ([instrument, ownFuture, ownOption, clientFuture, clientOption]) => ({
      instrument,
      ownFuture: Number(ownFuture),
      ownOption: Number(ownOption),
      clientFuture: Number(clientFuture),
      clientOption: Number(clientOption),
    }),
    atMost: 5,
  },
  'set-interest': { fields: ([rate]) => ({ rate: Number(rate) }), atMost: 1 },
  'reference-diff': { fields: referenceFields, atMost: 2 },
  'reference-apply': { fields: referenceFields, atMost: 2 },
  'member-add': { fields: ([code, branch, ...name]) => ({ code, branch, name: name.join(' ').trim() }) },
  'dealer-add': {
    fields: ([code, member, branch, ...name]) => ({ code, member, branch, name: name.join(' ').trim() }),
  },
  'client-add': { fields: ([code, member, ...name]) => ({ code, member, name: name.join(' ').trim() }) },
  'account-disable': { fields: ([account]) => ({ account }), atMost: 1 },
  'account-enable': { fields: ([account]) => ({ account }), atMost: 1 },
  'account-vat': {
    fields: ([account, vatNumber]) => ({ account, vatNumber: vatNumber === 'none' ? null : vatNumber }),
    atMost: 2,
  },
  'sub-account-add': { fields: ([account, subAccount]) => ({ account, subAccount }), atMost: 2 },
  'limit-position': {
    fields: ([account, limit]) => ({ account, maxLots: limit === 'none' ? null : Number(limit) }),
    atMost: 2,
  },
  'limit-quantity': {
    fields: ([user, limit]) => ({ user, maxLots: limit === 'none' ? null : Number(limit) }),
    atMost: 2,
  },
  stop: { fields: ([who, ...reason]) => ({ who, reason: reason.join(' ').trim() }) },
  'resume-trading': { fields: ([who]) => ({ who }), atMost: 1 },
  'silo-stage': {
    fields: ([stage, until]) => ({ stage, ...(until === undefined ? {} : { until }) }),
    atMost: 2,
  },
  'silo-award': { fields: () => ({}), atMost: 0 },
  'silo-issue': {
    fields: ([siloReceiptNo, instrument, tons, grade, origin, location, season, owner, ...dates]) => {
      const [issuedOn, storagePaidUntil, expiresOn] = dates;
      const cert = { siloReceiptNo, instrument, tons: Number(tons), grade, origin, location, season, owner };
      return { ...cert, issuedOn, storagePaidUntil, ...(expiresOn === undefined ? {} : { expiresOn }) };
    },
    atMost: 11,
  },
  'silo-transfer': { fields: ([siloReceiptNo, owner]) => ({ siloReceiptNo, owner }), atMost: 2 },
  'silo-split': {
    fields: ([siloReceiptNo, ...tons]) => ({ siloReceiptNo, tons: tons.map(Number) }),
  },
  'silo-encumber': {
    fields: ([siloReceiptNo, ...lender]) => ({ siloReceiptNo, lender: lender.join(' ').trim() }),
  },
  'silo-release': { fields: ([siloReceiptNo]) => ({ siloReceiptNo }), atMost: 1 },
  'silo-load-out': { fields: ([siloReceiptNo]) => ({ siloReceiptNo }), atMost: 1 },
  'silo-storage': { fields: ([siloReceiptNo, until]) => ({ siloReceiptNo, until }), atMost: 2 },
  'limit-margin': {
    fields: ([account, limit]) => ({ account, maxMargin: limit === 'none' ? null : Number(limit) }),
    atMost: 2,
  },
  'record-payment': {
    fields: ([account, direction, amount]) => ({ account, direction, amount: Number(amount) }),
    atMost: 3,
  },
  'value-market': { fields: () => ({}), atMost: 0 },
  'correct-mtm': {
    fields: ([contract, mtm, ...reason]) => ({ contract, mtm: Number(mtm), reason: reason.join(' ') }),
  },
  'approve-mtm': { fields: ([run]) => ({ run: Number(run) }), atMost: 1 },
  'cancel-deal': {
    fields: ([deal = '', ...reason]) => ({ deal: dealNamed(deal), reason: reason.join(' ') }),
  },
  'reprice-deal': {
    fields: ([deal = '', price, ...reason]) => ({
      deal: dealNamed(deal),
      price: Number(price),
      reason: reason.join(' '),
    }),
  },
  'end-of-day': { fields: () => ({}), atMost: 0 },
  users: { fields: () => ({}), atMost: 0 },
  'user-create': {
    fields: ([userId, email, member, dealer, ...name]) => ({
      userId,
      email,
      member,
      dealer,
      name: name.join(' ').trim(),
    }),
  },
  'user-disable': { fields: ([user]) => ({ user }), atMost: 1 },
  'user-enable': { fields: ([user]) => ({ user }), atMost: 1 },
  'user-password': { fields: ([user]) => ({ user }), atMost: 1 },
  'user-sign-in-code': { fields: ([user]) => ({ user }), atMost: 1 },
  'user-sessions': { fields: ([user]) => ({ user }), atMost: 1 },
  'user-end-sessions': { fields: ([user]) => ({ user }), atMost: 1 },
  'user-two-factor-reset': { fields: ([user]) => ({ user }), atMost: 1 },
  schedule: { fields: ([answer]) => ({ answer }), atMost: 1 },
};

/** Actions on users, parties and silo certificates, and those with reference data, have two words. */
const isAction = (word: string): word is OperatorAction =>
  Object.hasOwn(actions, word) &&
  !/^(user|reference|silo|member|dealer|client|account|sub-account)-/.test(word);

function checked(action: string, fields: object): OperatorRequest {
  const result = operatorRequest.safeParse(fields);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw rejection([`The arguments of ${action} cannot be used:`, ...lines].join('\n'), action);
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        database: { type: 'string' },
        confirm: { type: 'boolean' },
        force: { type: 'string' },
        from: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw rejection(asSentence(error instanceof Error ? error.message : String(error)));
  }
}

const asSentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** `action`: whose usage comes before the sentence. The sentence is last, because the end of the output is what people see. */
function rejection(sentence: string, action = ''): OperatorRejection {
  const usage = usageOf(action);
  const all = '"npm run admin -- --help" lists all actions.';
  return new OperatorRejection(usage === '' ? `${sentence} ${all}` : `${usage}\n\n${sentence}`);
}
