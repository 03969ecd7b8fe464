// Output of commands that a page quotes: each four words in a row must occur in a text of the program, apart from the values in it.

const runLength = 4;

/** The texts of the sources, as lower-case words. `#` is a value, or the end of a text. */
export function textsOf(sources: Iterable<string>): string {
  const words = [...sources]
    .join('\n')
    .toLowerCase()
    .replace(/\\n/g, ' # ')
    .replace(/\$\{[^}'"`]*\}/g, ' # ')
    .replace(/\$\{|[}'"`]/g, ' # ')
    .replace(/[^\p{L}\p{N}#’-]+/gu, ' ')
    .replace(/( #)+(?= )/g, ' #');
  return ` ${words} `;
}

/** The faults of a page, also in its table of rejections, such as `12: "free for later commands"`; `values`: words in its examples that stand for any value. */
export function unknownOutput(
  page: string,
  { texts, values }: { readonly texts: string; readonly values: ReadonlySet<string> },
): string[] {
  const faults: string[] = [];
  let isOutput = false;
  let isRejections = false;
  for (const [at, line] of page.split('\n').entries()) {
    isRejections = line.startsWith(isRejections ? '|' : '| it says |');
    if (line.startsWith('```')) isOutput = !isOutput;
    else if (isOutput || isRejections) {
      const quoted = isOutput ? line : (line.split(' | ')[0] ?? '').slice('| '.length);
      if (/^[$#{]|[A-Z_]=/.test(quoted)) continue;
      const unknown = runsOf(quoted, values).filter((run) => !isIn(texts, run));
      faults.push(...unknown.map((run) => `${at + 1}: "${run.join(' ')}"`));
    }
  }
  return faults;
}

/** Punctuation and values end a run of words. */
function runsOf(line: string, values: ReadonlySet<string>): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  for (const token of line.split(/\s+/)) {
    if (/^[(“"`]/.test(token)) run = [];
    const word = token.replace(/^[(“"`]+|[)”".,:;`]+$/g, '').toLowerCase();
    if (values.has(word) || !/^[a-z][a-z’-]*$/.test(word) || /.[A-Z]/.test(token)) run = [];
    else {
      run = [...run, word].slice(-runLength);
      if (run.length === runLength) runs.push(run);
    }
    if (/[.,:;)”"`]$/.test(token)) run = [];
  }
  return runs;
}

function isIn(texts: string, run: readonly string[]): boolean {
  const has = (words: readonly string[]) => texts.includes(` ${words.join(' ')} `);
  return (
    has(run) ||
    run.some(
      (_, at) =>
        has(run.with(at, '#')) || (at > 0 && has([...run.slice(0, at), '#']) && has(['#', ...run.slice(at)])),
    )
  );
}
