// The whole language of scenarios (docs/scenarios.md): phrases, each with the pattern of its continuation. Words in capitals
// stand for values (`Values` in scenario.ts); brackets mark optional parts, in any order. The parser needs no change
// for a new phrase. Of two phrases that begin with the same words, the longer one is first.
//
// The language is frozen: a new command of the venue needs no phrase, because `sends` and `command` send any command by its
// name. docs.test.ts allows at most one new phrase for each new command.

const accountTerms = '[for ACCOUNT] [capacity CAPACITY] [request WORD]';
const orderTerms = `[sub-account CODE] [ref REF] [until DATE] ${accountTerms}` as const;

/** The state of the market before the first step. */
export const givens = {
  'market not open': '',
  day: 'DATE',
  instrument: 'CODE [tons LOTS] [tick PRICE] [limit LIMIT] [months DEALS]',
  contract: 'CONTRACT at PRICE',
  options: 'CONTRACT at PRICE [strikes NAMES]',
  split: 'CONTRACT',
  spread: 'CONTRACT',
  member: 'CODE [inactive]',
  dealer: 'DEALER [as CODE] [unregistered]',
  client: 'DEALER [inactive] [sub-accounts NAMES]',
  tripartite: 'DEALER with MEMBER',
  silo: 'SILO for CODE at PRICE [unregistered]',
} as const;

/** The actions of the operator, the schedule and the server, and the passing of time. */
export const marketActions = {
  opening: '',
  'end of day': '',
  announcement: 'ANNOUNCEMENT WORDS',
  phase: 'PHASE [for GROUP]',
  halt: 'CODE WORDS',
  resume: 'CODE',
  limits: 'CODE LIMIT',
  'self-match': 'SELFMATCH',
  'reference data': 'CODE [tick PRICE] [limit LIMIT] [from DATE]',
  'error trade': 'DEAL WORDS [at PRICE]',
  'time-outs': '',
  'connection lost': 'DEALER',
  command: 'KIND [with FIELDS]',
  'certificate split': 'RECEIPT into DEALS',
  certificate: 'RECEIPT of ACCOUNT over LOTS CODE at SILO [until DATE]',
  at: 'TIMEOFDAY',
  after: 'DURATION',
} as const;

/** The actions of a dealer on deals of the day. */
export const dealActions = {
  'buys from': `MEMBER LOTS CONTRACT at PRICE [against CLIENT] ${orderTerms}`,
  'sells to': `MEMBER LOTS CONTRACT at PRICE [against CLIENT] ${orderTerms}`,
  'accepts report': `DEAL [version VERSION] [by CODE] [sub-account SUBACCOUNT] ${accountTerms}`,
  'edits report': `DEAL [to LOTS] [at PRICE] [sub-account SUBACCOUNT] ${accountTerms}`,
  'deletes report': 'DEAL [request WORD]',
  'amends deal': `DEAL [into PARTS] [with DEALS] [average] [in SUBACCOUNT] [to MEMBER] [under CLIENT] ${accountTerms}`,
} as const;

/** The actions of a dealer on orders and strikes. */
export const orderActions = {
  'buys by volatility': `LOTS CONTRACT at PRICE [reference LIMIT] [TOK] [FOK] ${orderTerms}`,
  'sells by volatility': `LOTS CONTRACT at PRICE [reference LIMIT] [TOK] [FOK] ${orderTerms}`,
  'buys and sells': `BOTHLOTS CONTRACT at BOTHPRICES [OCO] ${orderTerms}`,
  buys: `LOTS CONTRACT at PRICE [TOK] [FOK] ${orderTerms}`,
  sells: `LOTS CONTRACT at PRICE [TOK] [FOK] ${orderTerms}`,
  'edits strikes': 'of CONTRACT to have PRICE [request WORD]',
  deletes: 'ORDER [request WORD]',
  'cancels all': '[in CONTRACT] [for ACCOUNT] [by CODE] [request WORD]',
  'suspends all': '[in CONTRACT] [for ACCOUNT] [by CODE] [request WORD]',
  suspends: 'ORDER [request WORD]',
  resubmits: 'ORDER [request WORD]',
  reduces: 'ORDER to LOTS [request WORD]',
  edits: `ORDER [to LOTS] [at PRICE] [until DATE] ${accountTerms}`,
  amends: `ORDER [to LOTS] [at PRICE] ${accountTerms}`,
  sends: 'KIND [with FIELDS] [request WORD]',
} as const;

/** Limits that dealers set for themselves, and limits that the operator sets for a dealer or an account. */
export const permissionActions = {
  'may order by choice at most': 'LOTS [request WORD]',
  'may rest by choice': 'DURATION [disconnect] [request WORD]',
  'may enter': '',
  'may do everything': '',
  'may do nothing': '',
  'may order at most': 'LOTS',
  'may order any quantity': '',
  'may hold at most': 'LOTS',
  'may hold any quantity': '',
  'may act on own only': '',
  'may act for member': '',
  'may not': 'FLAGS',
  may: 'FLAGS',
} as const;

/** The phrases of a line that begins with a dealer, or with an account. */
export const dealerActions = { ...dealActions, ...orderActions, ...permissionActions } as const;

/** The expectations about a step's result. */
export const expectations = {
  rejected: 'REJECTION [saying WORDS]',
  'answered again': '',
  'answered for': 'ORDERS',
  answered: 'STATE [of SIDE] [dealt DEALT] [left LEFT] [ref REF]',
  'no deal': '',
  dealt: 'LOTS at PRICE with PARTY',
  order: 'ORDER STATE [left LEFT]',
  announced: 'ANNOUNCEMENT [saying WORDS]',
  marked: 'CONTRACT at PRICE',
} as const;

/** The queries of the market, whose results are the rows below the line. */
export const views = {
  book: 'CONTRACT',
  positions: '',
  deals: '',
  sides: '',
  reports: '',
  movements: '',
  certificates: '',
} as const;
