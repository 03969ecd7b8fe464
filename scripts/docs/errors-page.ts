// Writes the tables of docs/errors.md: `npm run docs`. The rejections of the market, with when they occur and
// the details that their sentences are shown with, come from the venue's catalogues, one table for each
// module. The errors of the server are read from its sources; when they occur is noted below. The text around
// the tables is written in docs/errors.md itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isRejectionCode,
  type RejectionCode,
  rejectionCatalogue,
  rejectionCodesByModule,
  rejectionSentence,
  type VenueRejection,
} from '@openpit/venue';
import { type FileMap, readFiles } from '../architecture/repository-files.ts';
import { readSource } from '../architecture/source-file.ts';
import { isNode, nameAt, type SyntaxNode, visitNodes } from '../architecture/syntax.ts';
import { isTest } from '../architecture/workspaces.ts';
import { root } from '../steps/repository.mjs';

interface ReplyNote {
  readonly when: string;
  /** For a sentence that is composed elsewhere: its text, or a description in asterisks. */
  readonly says?: string;
}

/** Errors of the server itself, in the order of their table. */
export const replyNotes: Readonly<Record<string, ReplyNote>> = {
  notSignedIn: { when: 'no token, a foreign or expired one, or one whose session has ended' },
  wrongCredentials: { when: 'the same reply, after the same work, for an unknown address' },
  wrongSignInCode: { when: 'the same reply for an unknown address; the password was not compared' },
  accountDisabled: { when: 'the password was right' },
  demoLoginsClosed: {
    when: 'a demonstration user; the server was started with `--host` and without `--demo`',
    says: 'The demonstration users cannot sign in while the server listens to other machines. To let them, start it with --demo.',
  },
  demoLoginNotOffered: {
    when: 'signing in without a password from another machine, from a page of another site, behind a proxy, or for another user',
  },
  demoPasswordChanged: {
    when: 'signing in without a password as a demonstration user whose password was changed',
  },
  tooManyAttempts: {
    when: 'too many sign-ins from one address, or too many wrong passwords for one account; with `Retry-After`',
  },
  knownBrowsersOnly: {
    when: 'the same reply for an unknown address, after a hundred wrong passwords without a sign-in between them, in a browser that has not signed in to the account before',
  },
  noSignInToConfirm: {
    when: 'a one-time password without the cookie of the first step, five minutes after it, or after five wrong ones',
  },
  wrongCode: { when: 'a one-time password that is not that of the current step, or was used before' },
  recoveryCodeOnly: { when: 'a one-time password after a hundred wrong ones in a row' },
  wrongRecoveryCode: { when: 'switching two-factor off; the same reply for an unknown address' },
  twoFactorIsOn: { when: 'an enrolment, for a user with two-factor on' },
  noEnrolment: { when: 'the confirmation of an enrolment that was not begun, or is confirmed' },
  tooManyCalls: {
    when: 'the user is beyond a limit ([operations](operations/day-one.md#limits)): calls, rejected commands, or unmatched deals to one member. A command was not sent. With `Retry-After`',
    says: '*the reason, that the call was not carried out, and when to try again*',
  },
  outcomeTooOld: {
    when: 'the outcome of a request of one of the five business days before',
  },
  outcomeElsewhere: {
    when: 'the outcome of a request, asked at `ByRequestId` of another family of commands',
  },
  marginNotVisible: { when: 'the margin of an order, asked by a dealer with own-only visibility' },
  notFound: { when: 'the document does not exist, or belongs to another user' },
  alreadyThere: { when: 'create preferences' },
  tooManyLayouts: { when: 'create a layout' },
  preferencesChanged: { when: 'update preferences with the version that was read' },
  layoutChanged: { when: 'update a layout with the version that was read' },
  venueBusy: {
    when: 'too many commands wait for the journal or for their replies, or one has waited too long; with `Retry-After`',
  },
  venueInterrupted: {
    when: 'the PostgreSQL database of the market cannot be reached, or its disk is full; the market continues automatically when it can be written again. With `Retry-After`',
    says: 'The market has paused because its database cannot be written. Nothing has changed: send the same request again when it is back.',
  },
  outcomeUnknown: {
    when: 'the connection to the PostgreSQL database was lost while it wrote the command; with `Retry-After`',
    says: 'The market has paused because its database cannot be written. Your command may have been written or not: ask for its outcome by its request id when the market is back.',
  },
  databaseUnavailable: {
    when: 'the call needs the PostgreSQL database, which cannot be reached; with `Retry-After`',
  },
  venueStopped: {
    when: 'the server is stopping, or journal or outcome log could not be written, or a fault in the venue. The command may be in the journal: ask for it by its request id. With `Retry-After`',
    says: '*the cause*',
  },
  historyDamaged: {
    when: '`history.db` is damaged or cannot be opened, until it has been rebuilt; with `Retry-After`',
  },
  historyRebuilding: { when: '`history.db` is being written from the outcome log; with `Retry-After`' },
  historyUnavailable: { when: 'the outcome log cannot be read, or history has a fault; with `Retry-After`' },
  reportsNotPermitted: { when: 'an end-of-day report, for a dealer with own-only visibility' },
  diskFull: {
    when: 'the call stores something, such as a session or a layout, and there is no space for it. `server.log` has the cause. With `Retry-After`',
  },
  dataDamaged: { when: 'the rows in `openpit.db` that the call needs are damaged; `server.log` names them' },
  tooLarge: { when: 'the body is above the size limit of its call' },
  wrongContentType: { when: 'a body that is not JSON' },
  wrongMethod: { when: 'a path with another method than its call has; with `Allow`' },
  noSuchCall: {
    when: 'also `/metrics` and `/api/docs` for a caller that is not on this machine, and the operator’s calls without the operator’s key',
  },
  operatorRejection: {
    when: 'the operator’s command line, which prints it',
    says: '*the words of the action*',
  },
  rejected: { when: 'anything else that the HTTP library rejects', says: '*the words of the library*' },
  fault: { when: 'a fault of the server; `server.log` has the cause' },
};

/**
 * The page with its tables written again; the text between them stays as it is. A module without a table gets one after the
 * others, with its name as the heading.
 */
export function errorsPage(page: string, sources: FileMap = serverSources()): string {
  return withAllTables(page).replace(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, start, name, end) =>
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

function withAllTables(page: string): string {
  const missing = [...rejectionCodesByModule.keys()].filter(
    (name) => !page.includes(`<!-- table: ${name} -->`),
  );
  const added = missing.map(
    (name) => `### ${name[0]?.toUpperCase()}${name.slice(1)}\n\n<!-- table: ${name} -->\n<!-- end -->\n\n`,
  );
  return page.replace(/^## Errors of the server$/m, (heading) => `${added.join('')}${heading}`);
}

function rowsOf(table: string, sources: FileMap): readonly string[] {
  if (table === 'replies') return replyRows(repliesIn(sources));
  const codes = rejectionCodesByModule.get(table);
  if (codes === undefined)
    throw new Error(`docs/errors.md asks for the table "${table}", but no module of this name rejects.`);
  return codes.map(rejectionRow);
}

function rejectionRow(code: RejectionCode): string {
  const { status, when, examples } = rejectionCatalogue[code];
  const sentences = examples.map((details) => rejectionSentence({ code, details } as VenueRejection));
  return row({ code, status: String(status), sentences, when });
}

function replyRows(replies: readonly Reply[]): readonly string[] {
  // A code that the server also uses has its row in the venue's table.
  const codes = [...new Set(replies.map(({ code }) => code))].filter((code) => !isRejectionCode(code));
  const unknown = codes.filter((code) => !(code in replyNotes));
  if (unknown.length > 0)
    throw new Error(`Write in replyNotes when the server replies with ${unknown.join(', ')}.`);
  const unknownCodes = Object.keys(replyNotes).filter((code) => !codes.includes(code));
  if (unknownCodes.length > 0)
    throw new Error(`The server never replies with ${unknownCodes.join(', ')}: delete it from replyNotes.`);
  return Object.entries(replyNotes).map(([code, { when, says }]) => {
    const ofCode = replies.filter((reply) => reply.code === code);
    const sentences = says === undefined ? ofCode.flatMap(({ sentence }) => sentence ?? []) : [says];
    if (sentences.length === 0) throw new Error(`Write in replyNotes what ${code} says.`);
    return row({ code, status: ofCode[0]?.status ?? '', sentences: [...new Set(sentences)], when });
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
  /** The sentence with `{name}` in place of a value; null if it is composed elsewhere. */
  readonly sentence: string | null;
}

function serverSources(): FileMap {
  return readFiles(root, (path) => /^(apps\/server|packages\/market)\/.+\.ts$/.test(path) && !isTest(path));
}

export const repliesIn = (sources: FileMap): readonly Reply[] =>
  [...sources].flatMap(([path, text]) => repliesOf(path, text));

/** Every `new CallRejected`, `new GatewayUnavailable`, `notFound` and reply body in a source, except the venue's codes. */
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
      // Another text than a code is a description of these fields.
      const isCode = typeof name === 'string' && /^\w+$/.test(name);
      return isCode ? [{ code: name, status, sentence: sentenceOf(sentence) }] : [];
    };
    if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'CallRejected')
      return reply(second, String(first?.value), third);
    if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'GatewayUnavailable')
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
    const around = nodes
      .filter((syntaxNode) => syntaxNode.type === 'IfStatement' && isInside(node, syntaxNode.consequent))
      .at(-1);
    const test = isNode(around?.test) ? around.test : undefined;
    const right = isNode(test?.right) ? test.right : undefined;
    return typeof right?.value === 'number' ? String(right.value) : '4xx';
  }
}

function isInside(node: SyntaxNode, whole: unknown): boolean {
  let isInside = false;
  visitNodes(whole, (syntaxNode) => {
    if (syntaxNode === node) isInside = true;
  });
  return isInside;
}

function propertiesOf(node: SyntaxNode): Readonly<Record<string, SyntaxNode>> {
  const properties = Array.isArray(node.properties) ? node.properties.filter(isNode) : [];
  return Object.fromEntries(
    properties.flatMap((property) =>
      isNode(property.value) ? [[nameAt(property, 'key') ?? '', property.value]] : [],
    ),
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
