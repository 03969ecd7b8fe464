// `npm run admin -- reports MEMBER DATE FOLDER`: writes a member's end-of-day reports as CSV files, from the running server.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endOfDayReports } from '@openpit/wire';
import { postToServer } from './operator-client.ts';
import { readOperatorAddress } from './operator-key.ts';
import { OperatorRejection } from './operator-parts.ts';
import { type OperatorReportRequest, operatorReportPath, operatorReportReply } from './report-routes.ts';

export interface WantedReports {
  readonly member: string;
  readonly date: string;
  readonly folder: string;
}

/** Returns the sentence to print. Throws OperatorRejection. */
export async function writeReports(
  dataFolder: string,
  { member, date, folder }: WantedReports,
): Promise<string> {
  const address = await readOperatorAddress(dataFolder);
  const noServer = () =>
    new OperatorRejection(
      `No server runs on ${dataFolder}. Start it, or name the folder with --data: reports are made by the running server.`,
    );
  if (address === null) throw noServer();
  const texts = new Map<string, string>();
  for (const report of endOfDayReports) {
    const request: OperatorReportRequest = { member, report, date };
    const reply = await postToServer(address, operatorReportPath, request);
    if (reply === null) throw noServer();
    texts.set(`openpit-${report}-${member}-${date}.csv`, operatorReportReply.parse(reply).text);
  }
  await mkdir(folder, { recursive: true });
  for (const [name, text] of texts) await writeFile(join(folder, name), text);
  return `The ${texts.size} reports of ${member} for ${date} are in ${folder}.`;
}
