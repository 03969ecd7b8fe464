// docs/errors.md lists every no of the server: code, HTTP status, sentence. It is held to the code both ways: what the
// code can say stands in the page, word for word, and what stands in the page the code can say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RejectionCode, type RejectionDetails, rejectionCatalogue } from '@openpit/venue';
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { readSource } from './architecture/source-file.ts';
import { isNode, nameAt, type SyntaxNode, visitNodes } from './architecture/syntax.ts';
import { isTest } from './architecture/workspaces.ts';
import { root } from './repository.mjs';

/** One no that the code can say. */
interface Rejected {
  readonly code: string;
  /** `404`, or `4xx` where the status is the framework's. */
  readonly status: string;
  /** With `{name}` where a value stands; null where it is put together elsewhere. */
  readonly sentence: string | null;
}

interface Row {
  readonly status: string;
  readonly sentences: readonly string[];
}

/** Rejections whose sentence depends on a value: both of its sentences. */
const variants: Readonly<Partial<Record<RejectionCode, readonly RejectionDetails[]>>> = {
  quantityAboveLimit: [{ whose: 'own' }, { whose: 'operator' }],
  capacityContradictsPrincipal: [{ capacity: 'P' }, { capacity: 'A' }],
  orderWouldMatchOwnOrder: [{ whose: 'own' }, { whose: 'another' }],
  positionAboveLimit: [{ whose: 'own' }, { whose: 'shared' }],
  dealAbovePositionLimit: [{ whose: 'own' }, { whose: 'shared' }, { whose: 'other' }],
};

const page = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');
const server = readFiles(root, (path) => /^apps\/server\/.+\.ts$/.test(path) && !isTest(path));
const ofMarket = rejectionsOfMarket();
const ofServer = [...server].flatMap(([path, text]) => rejectionsIn(path, text));
const serverTests = readFiles(root, (path) => /^apps\/server\/.+\.ts$/.test(path) && isTest(path));

describe('docs/errors.md', () => {
  it('says of every rejection what the code says, and knows no other', () => {
    expect(ofMarket.length).toBeGreaterThan(20);
    expect(ofServer.length).toBeGreaterThan(12);
    expect(differences(page, [...ofMarket, ...ofServer])).toEqual([]);
  });

  it('lists no reply of the server that no test of the server provokes; those of the market are told in scenarios/', () => {
    const tests = [...serverTests.values()].join('\n');
    const unproved = new Set(ofServer.map(({ code }) => code).filter((code) => !tests.includes(`'${code}'`)));
    expect([...unproved]).toEqual([]);
  });

  it('has the words of a reply to bad input', () => {
    const replies = server.get('apps/server/http/error-replies.ts') ?? '';
    const title = /badInputTitle = '([^']+)'/.exec(replies)?.[1];
    expect(title).toBeDefined();
    expect(page).toContain(title);
  });
});

describe('a page of rejections', () => {
  const said: readonly Rejected[] = [
    { code: 'busy', status: '503', sentence: 'Wait {seconds} seconds.' },
    { code: 'gone', status: '404', sentence: 'It is gone.' },
    { code: 'gone', status: '404', sentence: 'It never was.' },
    { code: 'failed', status: '4xx', sentence: null },
  ];
  const rows = [
    '| `busy` | 503 | Wait {seconds} seconds. | too much to do |',
    '| `gone` | 404 | It is gone.<br>It never was. | not there |',
    '| `failed` | 4xx | in its own words | else |',
  ];

  it('is believed when it is true', () => {
    expect(differences(rows.join('\n'), said)).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['a code is missing', rows.slice(1).join('\n'), ['`busy` (503) is not in the page']],
    [
      'a status is wrong',
      rows.join('\n').replace('503', '500'),
      ['`busy` has the status 503, and the page says 500'],
    ],
    [
      'a sentence has changed',
      rows.join('\n').replace('seconds.', 'minutes.'),
      [
        '`busy` says “Wait {seconds} seconds.”, and the page does not',
        'the page has `busy` say “Wait {seconds} minutes.”, and the code does not',
      ],
    ],
    [
      'one of two sentences is missing',
      rows.join('\n').replace('<br>It never was.', ''),
      ['`gone` says “It never was.”, and the page does not'],
    ],
    [
      'a code does not exist',
      [...rows, '| `late` | 409 | Too late. | never |'].join('\n'),
      ['the page has `late`, and the code does not'],
    ],
    ['a code stands twice', [...rows, rows[0]].join('\n'), ['the page has `busy` twice']],
  ])('is not believed when %s', (_fault, text, found) => {
    expect(differences(text, said)).toEqual(found);
  });

  it('is held against what a source says in any of its ways', () => {
    const gap = (expression: string) => `\${${expression}}`;
    const source = [
      "const many = 'tooMany';",
      `throw new HttpRejection(429, many, \`Wait ${gap('left.seconds')} s \` + \`or ${gap('of(x)')}.\`);`,
      "throw notFound('Not here.');",
      "throw new FloorUnavailable('venueBusy', sentence, 5);",
      "function reply() { if (status === 413) return { status, code: 'tooLarge', message: 'Less.' }; }",
      "const x = { status, code: 'rejected', message: error.message };",
      'throw new HttpRejection(rejectionStatus(rejection), rejection.code, sentence);',
    ].join('\n');
    expect(rejectionsIn('a.ts', source)).toEqual([
      { code: 'tooMany', status: '429', sentence: 'Wait {seconds} s or {…}.' },
      { code: 'notFound', status: '404', sentence: 'Not here.' },
      { code: 'venueBusy', status: '503', sentence: null },
      { code: 'tooLarge', status: '413', sentence: 'Less.' },
      { code: 'rejected', status: '4xx', sentence: null },
    ]);
  });
});

/** What page and code say differently, one sentence each. */
function differences(text: string, said: readonly Rejected[]): readonly string[] {
  const { rows, doubled } = rowsOf(text);
  const missing = said.flatMap(({ code, status, sentence }) => {
    const row = rows.get(code);
    if (row === undefined) return [`\`${code}\` (${status}) is not in the page`];
    if (row.status !== status)
      return [`\`${code}\` has the status ${status}, and the page says ${row.status}`];
    if (sentence === null || row.sentences.includes(sentence)) return [];
    return [`\`${code}\` says “${sentence}”, and the page does not`];
  });
  const surplus = [...rows].flatMap(([code, { sentences }]) => {
    const known = said.filter((one) => one.code === code);
    if (known.length === 0) return [`the page has \`${code}\`, and the code does not`];
    if (known.some(({ sentence }) => sentence === null)) return [];
    return sentences
      .filter((sentence) => !known.some((one) => one.sentence === sentence))
      .map((sentence) => `the page has \`${code}\` say “${sentence}”, and the code does not`);
  });
  return [...new Set([...missing, ...surplus]), ...doubled.map((code) => `the page has \`${code}\` twice`)];
}

/** The lines of its tables that begin with a code: `| \`code\` | status | sentence<br>sentence | when |`. */
function rowsOf(text: string): { rows: ReadonlyMap<string, Row>; doubled: readonly string[] } {
  const rows = new Map<string, Row>();
  const doubled: string[] = [];
  for (const match of text.matchAll(/^\| `(\w+)` \| (\d\d\d|4xx) \| (.*?) \|/gm)) {
    const [, code = '', status = '', sentences = ''] = match;
    if (rows.has(code)) doubled.push(code);
    rows.set(code, { status, sentences: sentences.split('<br>') });
  }
  return { rows, doubled };
}

function rejectionsOfMarket(): readonly Rejected[] {
  const codes = Object.keys(rejectionCatalogue) as RejectionCode[];
  return codes.flatMap((code) =>
    (variants[code] ?? [{}]).map((given) => {
      const { status, sentence } = rejectionCatalogue[code];
      return { code, status: String(status), sentence: sentence(withGaps(given)) };
    }),
  );
}

/** Details whose every value is its own name in braces, but for those given. */
function withGaps(given: RejectionDetails): RejectionDetails {
  return new Proxy(given, {
    get: (details, name) => (typeof name === 'string' ? (details[name] ?? `{${name}}`) : undefined),
  });
}

/** Every `new HttpRejection`, `new FloorUnavailable`, `notFound` and reply body of a source; the market's own codes left out. */
function rejectionsIn(path: string, text: string): readonly Rejected[] {
  const { nodes } = readSource(path, text);
  const constants = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [nameAt(node, 'id') ?? '', isNode(node.init) ? sentenceOf(node.init) : null]),
  );
  return nodes.flatMap((node): readonly Rejected[] => {
    const [first, second, third] = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
    const rejected = (code: SyntaxNode | undefined, status: string, sentence: SyntaxNode | undefined) => {
      const name = code?.type === 'Identifier' ? constants.get(String(code.name)) : sentenceOf(code);
      return typeof name === 'string' ? [{ code: name, status, sentence: sentenceOf(sentence) }] : [];
    };
    if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'HttpRejection')
      return rejected(second, String(first?.value), third);
    if (node.type === 'NewExpression' && nameAt(node, 'callee') === 'FloorUnavailable')
      return rejected(first, '503', second);
    if (node.type === 'CallExpression' && nameAt(node, 'callee') === 'notFound')
      return [{ code: 'notFound', status: '404', sentence: sentenceOf(first) }];
    if (node.type !== 'ObjectExpression') return [];
    const { status, code, message } = propertiesOf(node);
    if (status === undefined || message === undefined) return [];
    return rejected(code, typeof status.value === 'number' ? String(status.value) : asked(node), message);
  });

  /** The number that the nearest `if (status === …)` around the node asks for. */
  function asked(node: SyntaxNode): string {
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

/** The text that an expression gives, `{name}` in place of a value; null when it is not written there. */
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
