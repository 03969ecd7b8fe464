// Prices options from the command line: reads JSON lines from standard input and writes JSON lines to
// standard output, one answer for each line that is not empty, in their order. `price-line.ts` describes a
// line. It reads no faster than its answers are read, and holds one chunk of input at a time.
import { once } from 'node:events';
import { answerLine, badLine } from './price-line.ts';

/** No option needs more; a longer line is invalid and is not collected in memory. */
const longestLine = 65_536;

const help = `Prices options on futures (Black-76; American by its exercise boundary).

  npx tsx packages/pricing/cli.ts < options.jsonl > values.jsonl

A line:  {"type":"call","F":4077,"K":4200,"T":0.23,"vol":0.28,"r":0}
Answer:  {"price":…,"delta":…,"gamma":…,"vega":…,"theta":…,"rho":…}
With "price" instead of "vol" the answer is {"vol":…}; "style":"american" exercises early.
An invalid line is answered {"error":…,"path":…,"line":…}, and later lines are answered as usual.
`;

async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function answerAll(): Promise<void> {
  let incomplete = '';
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
  for await (const chunk of process.stdin) {
    const lines = (incomplete + String(chunk)).split('\n');
    incomplete = lines.pop() ?? '';
    await write(lines.map(answerOne).join(''));
    if (incomplete.length > longestLine) {
      isTooLong = true;
      incomplete = '';
    }
  }
  if (incomplete !== '' || isTooLong) await write(answerOne(incomplete));
}

if (process.argv.length > 2) {
  const isAsked = process.argv[2] === '--help' || process.argv[2] === '-h';
  (isAsked ? process.stdout : process.stderr).write(isAsked ? help : `It takes no arguments.\n\n${help}`);
  process.exitCode = isAsked ? 0 : 2;
} else {
  // The reader of the answers may stop before the end, as head(1) does: that is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  await answerAll();
}
