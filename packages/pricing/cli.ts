// Prices options from the command line: JSON lines in on standard input, JSON lines out on standard output, one answer for
// every line that is not empty, in their order. `price-line.ts` says what a line holds. It reads no faster than its
// answers are taken, and holds one piece of input at a time, whatever the length of it all.
import { once } from 'node:events';
import { answerLine, badLine } from './price-line.ts';

/** No option takes more; what does is no line of ours, and is not gathered in memory. */
const longestLine = 65_536;

const help = `Prices options on futures (Black-76; American by its exercise boundary).

  npx tsx packages/pricing/cli.ts < options.jsonl > values.jsonl

A line:  {"type":"call","F":4077,"K":4200,"T":0.23,"vol":0.28,"r":0}
Answer:  {"price":…,"delta":…,"gamma":…,"vega":…,"theta":…,"rho":…}
With "price" instead of "vol" the answer is {"vol":…}; "style":"american" exercises early.
A line that cannot be used is answered {"error":…,"path":…,"line":…}, and the rest go on.
`;

async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function answerAll(): Promise<void> {
  let begun = '';
  let lineNumber = 0;
  let isTooLong = false;
  process.stdin.setEncoding('utf8');
  const answerOne = (line: string): string => {
    lineNumber += 1;
    const wasTooLong = isTooLong;
    isTooLong = false;
    if (wasTooLong || line.length > longestLine) {
      return `${badLine('', `the line is longer than ${longestLine} characters`, lineNumber)}\n`;
    }
    const answer = answerLine(lineNumber === 1 ? line.replace(/^\uFEFF/, '') : line, lineNumber);
    return answer === undefined ? '' : `${answer}\n`;
  };
  for await (const piece of process.stdin) {
    const lines = (begun + String(piece)).split('\n');
    begun = lines.pop() ?? '';
    await write(lines.map(answerOne).join(''));
    if (begun.length > longestLine) {
      isTooLong = true;
      begun = '';
    }
  }
  if (begun !== '' || isTooLong) await write(answerOne(begun));
}

if (process.argv.length > 2) {
  const isAsked = process.argv[2] === '--help' || process.argv[2] === '-h';
  (isAsked ? process.stdout : process.stderr).write(isAsked ? help : `It takes no arguments.\n\n${help}`);
  process.exitCode = isAsked ? 0 : 2;
} else {
  // Whoever reads the answers may stop before the end, like head(1): that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  await answerAll();
}
