// Appends numbered commands and their outcomes to the real journal as fast as it can, in batches of changing size, and
// prints the last number of each batch once it is acknowledged. Ends when it is killed, or when an append is refused:
// then it tries twice more and prints what it was told.
// Started by kill.test.ts and disk-failure.test.ts as: append-until-killed FOLDER SEED
import { writeSync } from 'node:fs';
import { openLibsqlJournal } from '../journal/libsql-journal.ts';
import { commandBytes, numberedRows, outcomeBytes } from './numbered-commands.ts';
import { randomNumbers } from './random-numbers.ts';

const [folder = '', seed = '1'] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const said = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

const journal = await openLibsqlJournal({ folder });
let lastSeq = await journal.lastSeq();

// What a sequencer does after a crash: outcomes that were lost are made again from the commands.
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
    writeSync(1, `outcomes refused ${said(error)}\n`),
  );
  lastSeq += count;
}

for (let refusals = 0; refusals < 3; ) {
  try {
    await appendBatch();
  } catch (error) {
    refusals += 1;
    writeSync(1, `refused ${said(error)}\n`);
  }
}
await journal.close();
writeSync(1, 'closed\n');
