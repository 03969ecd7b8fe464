// The words on the screen: texts of the web application, rejections of the market and replies of the server name nothing by
// its name in the code.
import { rejectionCatalogue, rejectionSentence, type VenueRejection } from '@openpit/venue';
import { permissionFlags, permissionWords } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { readFiles } from './architecture/repository-files.ts';
import { readSource } from './architecture/source-file.ts';
import { isTest } from './architecture/workspaces.ts';
import { repliesIn } from './docs/errors-page.ts';
import { root } from './steps/repository.mjs';

/** A name of the code such as `maxOrderQuantity`. Values in braces are filled in. */
const codeNames = (text: string) => text.replace(/\{[^}]*\}/g, '').match(/\b[a-z]+[A-Z][A-Za-z]*\b/g) ?? [];
/** Rejections that only the operator's command line shows. */
const ofOperator = new Set(['flagUnknown']);

/** The texts of a source that a person can read: what JSX shows, and strings of several words. */
function textsOf(path: string, source: string): readonly string[] {
  const { nodes } = readSource(path, source);
  // Errors for developers, and ids of columns in the order of their importance, are not on the screen.
  const unseen = nodes.filter(
    (node) =>
      node.type === 'ThrowStatement' ||
      (node.type === 'CallExpression' && /^(console\.\w+|byImportance)\(/.test(source.slice(node.start))) ||
      (node.type === 'VariableDeclarator' && source.startsWith('importance =', node.start)),
  );
  return nodes
    .filter(
      ({ start }) =>
        !unseen.some((syntaxNode) => syntaxNode.start <= start && start < Number(syntaxNode.end)),
    )
    .flatMap(({ type, value }) => {
      if (type === 'JSXText') return [String(value)];
      const text =
        type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value
          ? value.cooked
          : type === 'Literal' && value;
      return typeof text === 'string' && text.includes(' ') ? [text] : [];
    });
}

describe('the words on the screen', () => {
  it('finds names of the code in texts', () => {
    expect(codeNames('Ask your operator for insertOrderOrDouble.')).toEqual(['insertOrderOrDouble']);
    expect(codeNames('There is no contract {contractName}.')).toEqual([]);
    const source =
      'const a = <p title="the maxLots of it">by dayOfWeek</p>; throw new Error(\'no rowKey here\');';
    expect(textsOf('a.tsx', source).flatMap(codeNames)).toEqual(['maxLots', 'dayOfWeek']);
  });

  it('[AUTH-11] are words in every permission, and other words in each', () => {
    const words = permissionFlags.map((flag) => permissionWords[flag]);
    expect(words.flatMap(codeNames)).toEqual([]);
    expect(new Set(words).size).toBe(permissionFlags.length);
  });

  it('are words in every rejection of the market', () => {
    const named = Object.entries(rejectionCatalogue)
      .filter(([code]) => !ofOperator.has(code))
      .flatMap(([code, { examples }]) =>
        examples.map((details) => rejectionSentence({ code, details } as VenueRejection)),
      )
      .filter((sentence) => codeNames(sentence).length > 0);
    expect(named).toEqual([]);
  });

  it('are words in every reply of the server', () => {
    const sources = readFiles(root, (path) => /^apps\/server\/.+\.ts$/.test(path) && !isTest(path));
    const named = repliesIn(sources).filter(({ sentence }) => codeNames(sentence ?? '').length > 0);
    expect(named).toEqual([]);
  });

  const webSources = readFiles(root, (path) => /^apps\/web\/.+\.tsx?$/.test(path) && !isTest(path));

  it('are in the singular after a number that can be 1', () => {
    const counts =
      /\$\{[^}]+\} (?:accounts|commands|contracts|days|deals|entries|files|futures|members|orders|rows|users)\b/g;
    const sources = readFiles(
      root,
      (path) =>
        /^apps\/server\/((main|server)\.ts|operator\/)/.test(path) &&
        !isTest(path) &&
        !path.includes('testing/'),
    );
    expect(sources.size).toBeGreaterThan(20);
    expect(
      [...sources].flatMap(([path, text]) => (text.match(counts) ?? []).map((match) => `${path}: ${match}`)),
    ).toEqual([]);
  });

  it('use a trading desk’s words', () => {
    const odd =
      /Give them up|As at first|as usual|in its place|Ask again|percent a year|Allow sizing|Tok\/Fok|^(Shrink|Spawn point|Confirmations|Came|Pull)$/;
    const oddTexts = [...webSources].flatMap(([path, source]) =>
      readSource(path, source).nodes.flatMap(({ type, value }) =>
        (type === 'JSXText' || type === 'Literal') && odd.test(String(value).trim())
          ? [`${path}: ${value}`]
          : [],
      ),
    );
    expect(oddTexts).toEqual([]);
  });

  // Orders are cancelled, and offers to others are withdrawn. Layouts and data of the browser are deleted.
  it('never call it deleting when an order is cancelled, or a bid or an offer is withdrawn', () => {
    const odd =
      /\bdelet\w*\b.*\b(orders?|bids?|tenders?|offers?|deals?)\b|\b(orders?|bids?|offers?|deals?)\b.*\bdelet/i;
    const rejections = Object.entries(rejectionCatalogue).flatMap(([code, { examples }]) =>
      examples.map((details) => rejectionSentence({ code, details } as VenueRejection)),
    );
    const replies = repliesIn(
      readFiles(root, (path) => /^apps\/server\/.+\.ts$/.test(path) && !isTest(path)),
    );
    const texts = [
      ...[...webSources].flatMap(([path, source]) => textsOf(path, source)),
      ...rejections,
      ...replies.map(({ sentence }) => sentence ?? ''),
      ...permissionFlags.map((flag) => permissionWords[flag]),
    ];
    expect(texts.filter((text) => odd.test(text))).toEqual([]);
  });

  it('are words in every text of the web application', () => {
    const named = [...webSources].flatMap(([path, source]) =>
      textsOf(path, source)
        .filter((text) => codeNames(text).length > 0)
        .map((text) => `${path}: ${text}`),
    );
    expect(webSources.size).toBeGreaterThan(200);
    expect(named).toEqual([]);
  });
});
