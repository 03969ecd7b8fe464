// The parts of a Markdown page that can be checked: its headings as GitHub names them, its links and
// pictures, its code. Reads as much of CommonMark as our pages use.

export interface Link {
  readonly target: string;
  /** As written between the brackets; for a picture, its alternative text. */
  readonly text: string;
  readonly picture: boolean;
  readonly line: number;
}

export interface Code {
  readonly text: string;
  readonly line: number;
}

export interface Page {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Link[];
  /** Every code span and every line of a code block. */
  readonly code: readonly Code[];
}

export function readPage(markdown: string): Page {
  const { prose, code } = splitBlocks(markdown);
  const spans = codeSpans(prose);
  return {
    anchors: anchorsIn(prose),
    links: linksIn(prose, spans),
    code: [...code, ...spans.map(({ text, from }) => ({ text, line: lineAt(prose, from) }))],
  };
}

/** Replaces the fenced blocks with empty lines, so that line numbers stay true. */
function splitBlocks(markdown: string): { prose: string; code: readonly Code[] } {
  const code: Code[] = [];
  let fence = '';
  const prose = markdown.split('\n').map((text, index) => {
    const mark = /^\s*(?:>\s*)?(`{3,}|~{3,})/.exec(text)?.[1] ?? '';
    if (fence === '') {
      fence = mark;
      return mark === '' ? text : '';
    }
    if (mark.startsWith(fence)) fence = '';
    else code.push({ text, line: index + 1 });
    return '';
  });
  return { prose: prose.join('\n'), code };
}

interface Span {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

function codeSpans(prose: string): readonly Span[] {
  return [...prose.matchAll(/(?<!`)(`+)(?!`)((?:(?!\n\n)[\s\S])*?[^`])\1(?!`)/g)].map((match) => ({
    text: (match[2] ?? '').trim().replace(/\s+/g, ' '),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function linksIn(prose: string, spans: readonly Span[]): readonly Link[] {
  const isCode = (at: number) => spans.some((span) => span.from <= at && at < span.to);
  const links: Link[] = [];
  const take = (text: string, target: string, at: number, picture: boolean): void => {
    if (!isCode(at)) links.push({ target, text, picture, line: lineAt(prose, at) });
  };
  const inline =
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(<?([^()\s<>]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+"[^"]*")?\)/g;
  for (const match of prose.matchAll(inline)) {
    const [, mark = '', text = '', target = ''] = match;
    take(text, target, match.index, mark === '!');
    // A picture that is a link has its own link inside the brackets.
    for (const inner of text.matchAll(/!\[([^\]]*)\]\(([^()\s]+)[^)]*\)/g))
      take(inner[1] ?? '', inner[2] ?? '', match.index, true);
  }
  for (const match of prose.matchAll(/^ {0,3}\[([^\]]+)\]:\s+<?([^\s>]+)>?/gm))
    take(match[1] ?? '', match[2] ?? '', match.index, false);
  for (const match of prose.matchAll(/<(?:img|source)\b[^>]*?\b(?:src|srcset)="([^"\s]+)[^"]*"/g))
    take('', match[1] ?? '', match.index, true);
  for (const match of prose.matchAll(/<a\b[^>]*?\bhref="([^"]+)"/g))
    take('', match[1] ?? '', match.index, false);
  return links;
}

function anchorsIn(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const anchorCounts = new Map<string, number>();
  for (const match of prose.matchAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/gm)) {
    const slug = slugOf(match[1] ?? '');
    const before = anchorCounts.get(slug) ?? 0;
    anchorCounts.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  for (const match of prose.matchAll(/<a\b[^>]*?\b(?:id|name)="([^"]+)"/g)) anchors.add(match[1] ?? '');
  return anchors;
}

/** The anchor that GitHub makes of a heading. */
export function slugOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replace(/ /g, '-');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
