// Appends numbered commands and their outcomes to a durable journal as fast as it can, in batches of
// random size, and prints the last number of each batch once it is acknowledged. Ends when it is killed, or
// after three rejected appends, and prints each with the error. Started by kill.slowest.test.ts, disk-failure.slow.test.ts
// and postgres-journal.slowest.test.ts as: append-until-killed FOLDER SEED [DATABASE]
import { writeSync } from 'node:fs';
import { openLibsqlJournal } from '../journal/libsql-journal.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { commandBytes, numberedRows, outcomeBytes } from './numbered-commands.ts';
import { randomNumbers } from './random-numbers.ts';

const [folder = '', seed = '1', url] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const sentenceOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

const journal = await (url === undefined
  ? openLibsqlJournal({ folder })
  : openPostgresJournal({ url, folder }));
let lastSeq = await journal.lastSeq();
let isPacking = false;

// Lost outcomes are computed again from the commands, as by a sequencer after a crash.
const lastOutcome = (await journal.lastOutcome()).seq;
if (lastOutcome < lastSeq) await sendOutcomes(lastOutcome + 1, lastSeq - lastOutcome);
writeSync(1, `ready ${lastSeq}\n`);

async function sendOutcomes(firstSeq: number, count: number): Promise<void> {
  await journal.appendOutcomes({ firstSeq, outcomes: numberedRows(outcomeBytes, firstSeq, count) });
}

async function appendBatch(): Promise<void> {
  const count = 1 + random(64);
  await journal.append({ firstSeq: lastSeq + 1, commands: numberedRows(commandBytes, lastSeq + 1, count) });
  writeSync(1, `${lastSeq + count}\n`);
  sendOutcomes(lastSeq + 1, count).catch((error: unknown) =>
    writeSync(1, `outcomes rejected ${sentenceOf(error)}\n`),
  );
  lastSeq += count;
  pack();
}

/** Packs as much as it can, one pack at a time, as a server does after the end of a day. */
function pack(): void {
  if (isPacking) return;
  isPacking = true;
  journal
    .pack?.(lastSeq)
    .catch(() => undefined)
    .finally(() => {
      isPacking = false;
    });
}

for (let rejections = 0; rejections < 3; ) {
  try {
    await appendBatch();
  } catch (error) {
    rejections += 1;
    writeSync(1, `rejected ${sentenceOf(error)}\n`);
  }
}
await journal.close();
writeSync(1, 'closed\n');
