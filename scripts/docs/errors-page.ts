// Writes the tables of docs/errors.md: `npm run docs`. Codes, statuses and sentences come from the venue's catalogue of
// rejections and from the sources of the server; when each one occurs, and the details that its sentence is shown with,
// are the notes below. The text around the tables is written in docs/errors.md itself.
//
// When each module of the venue owns its rejections, the notes move there: `when` and `examples` become fields of a
// catalogue entry, `rejectionNotes` disappears, and `groups` becomes one group per module.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RejectionCode, type RejectionDetails, rejectionCatalogue } from '@openpit/venue';
import { type FileMap, readFiles } from '../architecture/repository-files.ts';
import { readSource } from '../architecture/source-file.ts';
import { isNode, nameAt, type SyntaxNode, visitNodes } from '../architecture/syntax.ts';
import { isTest } from '../architecture/workspaces.ts';
import { root } from '../repository.mjs';

export interface RejectionNote {
  readonly when: string;
  /** Details for each sentence that the code can have; one without details if the sentence names no values. */
  readonly examples: readonly RejectionDetails[];
}

const contract = 'DEC26 WMAZ';
const split = 'DEC26-MAR27 WMAZ';

/** By the table in which they appear. */
const groups = {
  orders: {
    notPermitted: {
      when: 'the user does not have the flag of this command',
      examples: [{ flag: 'deleteActiveOrder' }],
    },
    contractUnknown: {
      when: 'no contract has this name',
      examples: [{ contract: 'DEC99 WMAZ' }],
    },
    contractExpired: {
      when: 'after the last trading day; for a split or spread, that of its nearer leg',
      examples: [{ contract, lastDay: '2026-12-23' }],
    },
    quantityNotPositive: {
      when: 'a quantity or a limit below 1; over HTTP this is bad input already',
      examples: [{}],
    },
    quantityAboveLimit: {
      when: 'above the smaller of the user’s own maximum (first sentence) and the operator’s (second)',
      examples: [
        { lots: 12, maxLots: 10, whose: 'own' },
        { lots: 12, maxLots: 10, whose: 'operator' },
      ],
    },
    priceNotPositive: {
      when: 'any contract except splits and spreads',
      examples: [{}],
    },
    priceOffTick: {
      when: 'the price is not a multiple of the tick',
      examples: [{ price: '4035.10', tick: '0.20', below: '4035.00', above: '4035.20' }],
    },
    priceOutsideLimits: {
      when: 'outside the day’s limits',
      examples: [{ low: '3835.00', high: '4235.00' }],
    },
    priceImplausible: {
      when: 'no daily limits apply, and the price is far from the MTM',
      examples: [{ price: '403500.00', mtm: '4035.00', low: '1008.75', high: '16140.00' }],
    },
    principalUnknown: {
      when: 'the principal is not the own member or one of its clients',
      examples: [{ principal: '8001V' }],
    },
    principalNotActive: {
      when: 'the member or client is not active in the reference data',
      examples: [{ principal: '7777X' }],
    },
    capacityContradictsPrincipal: {
      when: 'P with a client; A with the own member',
      examples: [
        { principal: '9996S', capacity: 'P', member: 'KAND' },
        { principal: 'KAND', capacity: 'A', member: 'KAND' },
      ],
    },
    subAccountUnknown: {
      when: 'the reference data enables no such sub-account for this principal',
      examples: [{ principal: '9996S', subAccount: 'FARM' }],
    },
    orderWouldMatchOwnOrder: {
      when: 'the market’s `selfMatch` is `reject`, and an opposite order has the same member and principal; second sentence for a dealer with own-only visibility',
      examples: [
        { principal: 'KAND', activeOrderSeq: 17 },
        { principal: 'KAND', whose: 'another' },
      ],
    },
    positionAboveLimit: {
      when: 'the principal has a position limit; second sentence for a dealer with own-only visibility',
      examples: [
        { principal: '9996S', contract, reach: 120, maxLots: 100 },
        { whose: 'shared', principal: '9996S', contract, maxLots: 100 },
      ],
    },
    orderNotFound: {
      when: 'also for an order of another member, and of another dealer if the user has own-only visibility',
      examples: [{ activeOrderSeq: 17 }],
    },
    orderNotActive: {
      when: 'suspend, amend',
      examples: [{ activeOrderSeq: 17 }],
    },
    orderNotSuspended: {
      when: 'resubmit, edit',
      examples: [{ activeOrderSeq: 17 }],
    },
    orderWithoutChange: {
      when: 'edit, amend',
      examples: [{ activeOrderSeq: 17 }],
    },
    reductionNotLower: {
      when: 'reduce',
      examples: [{ activeOrderSeq: 17, remaining: 10 }],
    },
    bidNotBelowOffer: {
      when: 'double',
      examples: [{ bid: '4036.00', offer: '4036.00' }],
    },
    noOrdersMatch: {
      when: 'cancel all, suspend all',
      examples: [{}],
    },
    holdOverNotNormal: {
      when: 'insert',
      examples: [{}],
    },
    holdOverDayUnusable: {
      when: 'insert, double, edit, amend',
      examples: [{ day: '2026-11-21', why: 'is no business day', lastDay: '2026-12-23' }],
    },
    orderHeldOver: {
      when: 'edit, resubmit, amend between the end of a day and the next pre-open',
      examples: [{ activeOrderSeq: 17 }],
    },
    onlyNormalBeforeOpening: {
      when: 'insert in the pre-open',
      examples: [{ contract }],
    },
    sessionClosed: {
      when: 'insert, double, resubmit, amend in a phase without order entry',
      examples: [{ contract, phase: 'is closed', opens: 'at 2026-11-19 08:50' }],
    },
    instrumentHalted: {
      when: 'insert, double, resubmit, amend during a halt',
      examples: [{ instrument: 'WMAZ', reason: 'crop estimate' }],
    },
    timeOutOutOfRange: {
      when: 'preferences: the time-out of orders',
      examples: [{}],
    },
    requestIdReused: {
      when: 'same user and business day, different contents',
      examples: [{ requestId: '7c1d' }],
    },
    requestTooOld: {
      when: 'the id was used on one of the previous business days',
      examples: [{ requestId: '7c1d' }],
    },
  },
  contracts: {
    volatilityNotForContract: {
      when: 'insert, double, edit, amend with a volatility or a reference price',
      examples: [{ contract }],
    },
    volatilityOutsideLimits: {
      when: 'an option or a delta; also if a delta’s premium implies it',
      examples: [{ volatility: '250.00', low: '1.00', high: '200.00' }],
    },
    premiumBelowTick: {
      when: 'an option or a delta by volatility',
      examples: [{ volatility: '5.00', tick: '0.20' }],
    },
    premiumWithoutVolatility: {
      when: 'a delta by premium',
      examples: [{ premium: '100.00', reference: '4060.00' }],
    },
    referenceNotAllowed: {
      when: 'an option or a delta',
      examples: [
        { reference: '5000.00', contract: 'MAR27 WMAZ', tick: '0.20', low: '3860.00', high: '4260.00' },
      ],
    },
    legOutsideLimits: {
      when: 'a split or a spread; nothing is dealt',
      examples: [{ contract: 'MAR27 WMAZ', price: '3845.00', low: '3860.00', high: '4260.00' }],
    },
    legNotPositive: {
      when: 'a split or a spread whose leg has no daily limits',
      examples: [{ contract: 'MAR27 CORN', price: '0.00' }],
    },
    optionsNotListed: {
      when: 'add strike',
      examples: [{ contractDate: 'DEC27', instrument: 'WMAZ' }],
    },
    strikeListed: {
      when: 'add strike',
      examples: [{ contract: 'MAR27 WMAZ', strike: '4060.00' }],
    },
    strikeOffGrid: {
      when: 'add strike',
      examples: [{ strike: '4310.00', step: '100.00', below: '4300.00', above: '4400.00' }],
    },
    strikeTooFar: {
      when: 'add strike',
      examples: [{ contract: 'MAR27 WMAZ', strike: '9000.00', low: '2030.00', high: '8120.00' }],
    },
  },
  deals: {
    dealNotFound: {
      when: 'also for a deal of another member, and of another dealer if the user has own-only visibility',
      examples: [{ dealSeq: 5 }],
    },
    dealNotOpen: {
      when: 'the deal was split, cumulated or passed on, or is offered to another member',
      examples: [{ dealSeq: 5, state: 'Split' }],
    },
    dealTimeOver: {
      when: 'the contract is closed or in delivery processing',
      examples: [{ contract }],
    },
    splitPartsNumber: {
      when: 'split; over HTTP this is bad input already',
      examples: [{ most: 100 }],
    },
    splitPartsDoNotAddUp: {
      when: 'split',
      examples: [{ sum: 9, dealSeq: 5, lots: 10 }],
    },
    cumulateTooFew: {
      when: 'cumulate; also if one deal is named twice',
      examples: [{}],
    },
    dealsDiffer: {
      when: 'cumulate',
      examples: [{ dealSeq: 7, what: 'principal', first: 5 }],
    },
    dealPricesDiffer: {
      when: 'cumulate without the average price',
      examples: [{ dealSeq: 7, first: 5 }],
    },
    dealPrincipalNotClient: {
      when: 'correct principal',
      examples: [{ dealSeq: 5, principal: 'KAND' }],
    },
    dealWithoutChange: {
      when: 'correct principal, change sub-account',
      examples: [{ dealSeq: 5, what: 'principal' }],
    },
    dealAbovePositionLimit: {
      when: 'the receiving account has a position limit and would move further from flat; second sentence for a dealer with own-only visibility, third if the account is another member’s',
      examples: [
        { principal: '9996S', contract, reach: 120, maxLots: 100 },
        { whose: 'shared', principal: '9996S', contract, maxLots: 100 },
        { whose: 'other', contract },
      ],
    },
    memberUnknown: {
      when: 'assign, insert unmatched',
      examples: [{ member: 'NONE' }],
    },
    memberNotActive: {
      when: 'assign, tripartite, insert unmatched',
      examples: [{ member: 'SLAP' }],
    },
    memberIsOwn: {
      when: 'assign',
      examples: [{ member: 'KAND' }],
    },
    tripartiteUnknown: {
      when: 'the reference data has no such arrangement with the own member executing',
      examples: [{ client: '5044M', member: 'KAND', carryingMember: 'VELD' }],
    },
    contractNotReportable: {
      when: 'insert unmatched, for a split, a spread or a delta',
      examples: [{ contract: split }],
    },
    reportedPriceOutside: {
      when: 'insert and edit unmatched',
      examples: [{ price: '4237.00', low: '3833.25', high: '4236.75' }],
    },
    otherPrincipalNotYours: {
      when: 'insert unmatched',
      examples: [{ member: 'VELD' }],
    },
    crossNotBetweenOwnClients: {
      when: 'insert and edit unmatched',
      examples: [{ member: 'KAND' }],
    },
    crossForAnother: {
      when: 'accept unmatched',
      examples: [{ principal: '9104K' }],
    },
    unmatchedDealNotFound: {
      when: 'also between other members, and of another dealer if the user has own-only visibility',
      examples: [{ unmatchedSeq: 3 }],
    },
    unmatchedDealNotCaptured: {
      when: 'edit and delete unmatched, from the addressed side',
      examples: [{ unmatchedSeq: 3 }],
    },
    unmatchedDealNotAddressed: {
      when: 'accept unmatched, from the capturing side',
      examples: [{ unmatchedSeq: 3 }],
    },
    unmatchedDealNotWaiting: {
      when: 'accepted, withdrawn or expired before',
      examples: [{ unmatchedSeq: 3, state: 'Accepted' }],
    },
    unmatchedDealNotEditable: {
      when: 'edit unmatched, for a deal that is assigned',
      examples: [{ unmatchedSeq: 3, dealSeq: 5 }],
    },
    unmatchedDealWithoutChange: {
      when: 'edit unmatched',
      examples: [{ unmatchedSeq: 3 }],
    },
    unmatchedDealChanged: {
      when: 'accept unmatched with an old version',
      examples: [{ unmatchedSeq: 3 }],
    },
  },
  operator: {
    marketNotOpened: {
      when: 'before the first command of a journal',
      examples: [{}],
    },
    marketAlreadyOpened: {
      when: 'a second opening',
      examples: [{}],
    },
    referenceDataUnusable: {
      when: 'the reference data contradict themselves',
      examples: [{ why: 'contract DEC26 WMAZ is listed twice' }],
    },
    userUnknown: {
      when: 'a command of a user, or about one, that is not registered',
      examples: [{ userId: 'abdul' }],
    },
    userAlreadyRegistered: {
      when: 'register a user',
      examples: [{ userId: 'abdul' }],
    },
    accountUnknown: {
      when: 'limit a position',
      examples: [{ principal: '0000X' }],
    },
    dealerUnknown: {
      when: 'register a user; also a deal given to a dealer whom the reference data do not have',
      examples: [{ member: 'KAND', dealer: 'XXX' }],
    },
    flagUnknown: {
      when: 'grant or revoke',
      examples: [{ flag: 'flyToTheMoon' }],
    },
    phaseUnchanged: {
      when: 'begin a phase',
      examples: [{ groups: 'delivery months, other months', phase: 'continuous' }],
    },
    instrumentUnknown: {
      when: 'halt, resume, widen limits',
      examples: [{ instrument: 'XMAZ' }],
    },
    instrumentAlreadyHalted: {
      when: 'halt',
      examples: [{ instrument: 'WMAZ', reason: 'crop estimate' }],
    },
    instrumentNotHalted: {
      when: 'resume',
      examples: [{ instrument: 'WMAZ' }],
    },
    limitsNotWider: {
      when: 'widen limits',
      examples: [{ band: '200.00', instrument: 'WMAZ' }],
    },
    matchNotFound: {
      when: 'cancel or reprice an error trade',
      examples: [{ matchSeq: 9 }],
    },
    matchChanged: {
      when: 'cancel or reprice an error trade after a member has acted on it',
      examples: [{ matchSeq: 9, dealSeq: 18, state: 'Split' }],
    },
    packageNotRepriced: {
      when: 'reprice an error trade',
      examples: [{ matchSeq: 9 }],
    },
    dealPriceUnchanged: {
      when: 'reprice an error trade',
      examples: [{ matchSeq: 9, price: '4035.00' }],
    },
    noOrdersToSuspend: {
      when: 'a timer of the server: the orders were gone already',
      examples: [{}],
    },
  },
} as const satisfies Record<string, Readonly<Partial<Record<RejectionCode, RejectionNote>>>>;

/** The compiler rejects this when a code of the catalogue has no note, or a note no code. */
export const rejectionNotes = {
  ...groups.orders,
  ...groups.contracts,
  ...groups.deals,
  ...groups.operator,
} satisfies Readonly<Record<RejectionCode, RejectionNote>>;

interface ReplyNote {
  readonly when: string;
  /** In place of a sentence that the reply takes from elsewhere: its text, or in asterisks what it is. */
  readonly says?: string;
}

/** Errors of the server itself, in the order of their table. */
export const replyNotes: Readonly<Record<string, ReplyNote>> = {
  notSignedIn: { when: 'no token, a foreign or expired one, or one whose session has ended' },
  wrongCredentials: { when: 'the same reply, after the same work, for an unknown address' },
  accountDisabled: { when: 'the password was right' },
  demoLoginsClosed: {
    when: 'a demonstration user; the server was started with `--host` and without `--demo`',
    says: 'The demonstration users cannot sign in while the server listens to other machines. Start it with --demo to let them.',
  },
  tooManyAttempts: { when: 'too many sign-ins for one account or from one address; with `Retry-After`' },
  notFound: { when: 'the document does not exist, or belongs to another user' },
  alreadyThere: { when: 'create preferences' },
  tooManyLayouts: { when: 'create a layout' },
  venueBusy: { when: 'the queue in front of the journal is full or too old; with `Retry-After`' },
  venueStopped: {
    when: 'the server is stopping, or journal, outcome log or snapshot could not be written, or a fault in the venue. The command may be in the journal: ask for it by its request id. With `Retry-After`',
    says: '*the cause*',
  },
  historyUnavailable: { when: 'the history database or the outcome log cannot be read; with `Retry-After`' },
  tooLarge: { when: 'the body is above the size limit of its call' },
  wrongContentType: { when: 'a body that is not JSON' },
  noSuchCall: {
    when: 'the last two: the caller is not on this machine, or does not have the operator’s key',
  },
  operatorRejection: {
    when: 'the operator’s command line, which prints it',
    says: '*the words of the action*',
  },
  rejected: { when: 'anything else that the HTTP library rejects', says: '*the words of the library*' },
  fault: { when: 'a fault of the server; `server.log` has the cause' },
};

/** The page with its tables written again; the text between them stays as it is. */
export function errorsPage(page: string, sources: FileMap = serverSources()): string {
  return page.replace(/(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_all, start, name, end) =>
    [
      `${start}`,
      '| code | status | sentence | when |',
      '|---|---|---|---|',
      ...rowsOf(name, sources),
      '',
      end,
    ].join('\n'),
  );
}

function rowsOf(table: string, sources: FileMap): readonly string[] {
  if (table === 'replies') return replyRows(repliesIn(sources));
  const [, notes] = Object.entries(groups).find(([name]) => name === table) ?? [];
  if (notes === undefined)
    throw new Error(`docs/errors.md asks for the table "${table}", which does not exist.`);
  return rejectionRows(notes);
}

function rejectionRows(notes: Readonly<Partial<Record<RejectionCode, RejectionNote>>>): readonly string[] {
  return (Object.keys(notes) as RejectionCode[]).map((code) => {
    const { status, sentence } = rejectionCatalogue[code];
    const { when, examples } = rejectionNotes[code];
    return row({ code, status: String(status), sentences: examples.map(sentence), when });
  });
}

function replyRows(replies: readonly Reply[]): readonly string[] {
  // What the server rejects in the venue's place has a row of the venue already.
  const codes = [...new Set(replies.map(({ code }) => code))].filter((code) => !(code in rejectionNotes));
  const unknown = codes.filter((code) => !(code in replyNotes));
  if (unknown.length > 0)
    throw new Error(`Write in replyNotes when the server replies with ${unknown.join(', ')}.`);
  const gone = Object.keys(replyNotes).filter((code) => !codes.includes(code));
  if (gone.length > 0)
    throw new Error(`The server never replies with ${gone.join(', ')}: delete it from replyNotes.`);
  return Object.entries(replyNotes).map(([code, { when, says }]) => {
    const own = replies.filter((reply) => reply.code === code);
    const sentences = says === undefined ? own.flatMap(({ sentence }) => sentence ?? []) : [says];
    if (sentences.length === 0) throw new Error(`Write in replyNotes what ${code} says.`);
    return row({ code, status: own[0]?.status ?? '', sentences: [...new Set(sentences)], when });
  });
}

function row(cells: {
  readonly code: string;
  readonly status: string;
  readonly sentences: readonly string[];
  readonly when: string;
}): string {
  const { code, status, sentences, when } = cells;
  return `| \`${code}\` | ${status} | ${sentences.join('<br>').replaceAll('|', '\\|')} | ${when} |`;
}

/** An error that the server itself can reply with. */
export interface Reply {
  readonly code: string;
  /** `404`, or `4xx` where the status is the HTTP library's. */
  readonly status: string;
  /** With `{name}` in place of a value; null if it is composed elsewhere. */
  readonly sentence: string | null;
}

function serverSources(): FileMap {
  return readFiles(root, (path) => /^apps\/server\/.+\.ts$/.test(path) && !isTest(path));
}

export const repliesIn = (sources: FileMap): readonly Reply[] =>
  [...sources].flatMap(([path, text]) => repliesOf(path, text));

/** Every `new HttpRejection`, `new FloorUnavailable`, `notFound` and reply body in a source, except the venue's codes. */
export function repliesOf(path: string, text: string): readonly Reply[] {
  const { nodes } = readSource(path, text);
  const constants = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [nameAt(node, 'id') ?? '', isNode(node.init) ? sentenceOf(node.init) : null]),
  );
  return nodes.flatMap((node): readonly Reply[] => {
    const [first, second, third] = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
    const reply = (code: SyntaxNode | undefined, status: string, sentence: SyntaxNode | undefined) => {
      const name = code?.type === 'Identifier' ? constants.get(String(code.name)) : sentenceOf(code);
      return typeof name === 'string' ? [{ code: name, status, sentence: sentenceOf(sentence) }] : [];
    };
    if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'HttpRejection')
      return reply(second, String(first?.value), third);
    if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'FloorUnavailable')
      return reply(first, '503', second);
    if (node.type === 'CallExpression' && nameAt(node, 'callee') === 'notFound')
      return [{ code: 'notFound', status: '404', sentence: sentenceOf(first) }];
    if (node.type !== 'ObjectExpression') return [];
    const { status, code, message } = propertiesOf(node);
    if (status === undefined || message === undefined) return [];
    return reply(
      code,
      typeof status.value === 'number' ? String(status.value) : comparedStatus(node),
      message,
    );
  });

  /** The number in the nearest `if (status === …)` around the node. */
  function comparedStatus(node: SyntaxNode): string {
    const around = nodes.filter((one) => one.type === 'IfStatement' && isInside(node, one.consequent)).at(-1);
    const test = isNode(around?.test) ? around.test : undefined;
    const right = isNode(test?.right) ? test.right : undefined;
    return typeof right?.value === 'number' ? String(right.value) : '4xx';
  }
}

function isInside(node: SyntaxNode, whole: unknown): boolean {
  let found = false;
  visitNodes(whole, (one) => {
    if (one === node) found = true;
  });
  return found;
}

function propertiesOf(node: SyntaxNode): Readonly<Record<string, SyntaxNode>> {
  const properties = Array.isArray(node.properties) ? node.properties.filter(isNode) : [];
  return Object.fromEntries(
    properties.flatMap((one) => (isNode(one.value) ? [[nameAt(one, 'key') ?? '', one.value]] : [])),
  );
}

/** The text of an expression, `{name}` in place of a value; null if it is not a literal text. */
function sentenceOf(node: SyntaxNode | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'BinaryExpression' && isNode(node.left) && isNode(node.right)) {
    const [left, right] = [sentenceOf(node.left), sentenceOf(node.right)];
    return left === null || right === null ? null : left + right;
  }
  if (node?.type !== 'TemplateLiteral') return null;
  const gaps = Array.isArray(node.expressions) ? node.expressions.filter(isNode) : [];
  const texts = Array.isArray(node.quasis) ? node.quasis.filter(isNode) : [];
  return texts.map((text, at) => cooked(text) + gapName(gaps[at])).join('');
}

function cooked({ value }: SyntaxNode): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

function gapName(node: SyntaxNode | undefined): string {
  if (node === undefined) return '';
  return `{${(node.type === 'Identifier' ? node.name : nameAt(node, 'property')) ?? '…'}}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, 'docs', 'errors.md');
  writeFileSync(file, errorsPage(readFileSync(file, 'utf8')));
}
