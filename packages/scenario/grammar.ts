// The whole language of scenarios (docs/scenarios.md): a phrase, then the pattern of what follows it. Words in capitals stand
// for values (Slots in scenario.ts), brackets for what may be left out, in any order. A new verb is a line here, a line
// where it becomes a command (submission.ts), and nothing in the parser. Of two phrases that begin alike the longer
// stands first.

const whose = '[for ACCOUNT] [capacity CAPACITY] [request WORD]';
const terms = `[sub-account CODE] [ref REF] [until DATE] ${whose}` as const;

/** What the market has before the story begins. */
export const givens = {
  'market not open': '',
  day: 'DATE',
  instrument: 'CODE [tons LOTS] [tick PRICE] [limit LIMIT] [months DEALS]',
  contract: 'CONTRACT at PRICE',
  options: 'CONTRACT at PRICE [strikes NAMES]',
  split: 'CONTRACT',
  spread: 'CONTRACT',
  member: 'CODE [inactive]',
  dealer: 'WHO [as CODE] [unregistered]',
  client: 'WHO [inactive] [sub-accounts NAMES]',
  tripartite: 'WHO with MEMBER',
} as const;
/** What happens without a dealer. */
export const events = {
  opening: '',
  'end of day': '',
  announcement: 'ANNOUNCEMENT WORDS',
  phase: 'PHASE [for GROUP]',
  halt: 'CODE WORDS',
  resume: 'CODE',
  limits: 'CODE LIMIT',
  'self-match': 'SELFMATCH',
  'error trade': 'DEAL WORDS [at PRICE]',
  'time-outs': '',
  'connection lost': 'WHO',
  at: 'TIMEOFDAY',
  after: 'DURATION',
} as const;
/** What a dealer does or may do. */
export const acts = {
  'buys from': `MEMBER LOTS CONTRACT at PRICE [against CLIENT] ${terms}`,
  'sells to': `MEMBER LOTS CONTRACT at PRICE [against CLIENT] ${terms}`,
  'accepts report': `DEAL [version VERSION] [by CODE] [sub-account POCKET] ${whose}`,
  'edits report': `DEAL [to LOTS] [at PRICE] [sub-account POCKET] ${whose}`,
  'deletes report': 'DEAL [request WORD]',
  'amends deal': `DEAL [into PARTS] [with DEALS] [average] [in POCKET] [to MEMBER] [under CLIENT] ${whose}`,
  'buys by volatility': `LOTS CONTRACT at PRICE [reference LIMIT] [TOK] [FOK] ${terms}`,
  'sells by volatility': `LOTS CONTRACT at PRICE [reference LIMIT] [TOK] [FOK] ${terms}`,
  'buys and sells': `BOTHLOTS CONTRACT at BOTHPRICES [OCO] ${terms}`,
  buys: `LOTS CONTRACT at PRICE [TOK] [FOK] ${terms}`,
  sells: `LOTS CONTRACT at PRICE [TOK] [FOK] ${terms}`,
  'edits strikes': 'of CONTRACT to have PRICE [request WORD]',
  deletes: 'ORDER [request WORD]',
  'cancels all': '[in CONTRACT] [for ACCOUNT] [by CODE] [request WORD]',
  'suspends all': '[in CONTRACT] [for ACCOUNT] [by CODE] [request WORD]',
  suspends: 'ORDER [request WORD]',
  resubmits: 'ORDER [request WORD]',
  reduces: 'ORDER to LOTS [request WORD]',
  edits: `ORDER [to LOTS] [at PRICE] [until DATE] ${whose}`,
  amends: `ORDER [to LOTS] [at PRICE] ${whose}`,
  'may enter': '',
  'may do everything': '',
  'may do nothing': '',
  'may order by choice at most': 'LOTS [request WORD]',
  'may rest by choice': 'DURATION [disconnect] [request WORD]',
  'may order at most': 'LOTS',
  'may order any quantity': '',
  'may hold at most': 'LOTS',
  'may hold any quantity': '',
  'may act on own only': '',
  'may act for member': '',
  'may not': 'FLAGS',
  may: 'FLAGS',
} as const;
/** What comes of it. */
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
/** What the market shows: rows below. */
export const looks = { book: 'CONTRACT', positions: '', deals: '', sides: '', reports: '' } as const;
