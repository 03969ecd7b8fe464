// `npm run admin -- reports MEMBER DATE FOLDER`: writes a member's end-of-day reports as CSV files, from the running server.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { endOfDayReports } from '@openpit/wire';
import { argumentSchemas, localAction, OperatorRejection, word } from './operator-action.ts';
import { postToServer } from './operator-client.ts';
import { readOperatorAddress } from './operator-key.ts';
import { type OperatorReportRequest, operatorReportPath, operatorReportReply } from './operator-routes.ts';

export const reportActions = {
  reports: localAction({
    arguments: {
      member: word('MEMBER', argumentSchemas.member),
      date: word('DATE', argumentSchemas.date),
      folder: word('FOLDER', argumentSchemas.shortText(4_096, 'Name the folder.')),
    },
    help: 'write the end-of-day reports of a member as CSV files into FOLDER',
    runHere: ({ dataFolder }, { folder, ...report }) =>
      writeReports(dataFolder, { ...report, folder: resolve(folder) }),
  }),
};

/** Returns the sentence to print. Throws OperatorRejection. */
async function writeReports(
  dataFolder: string,
  { member, date, folder }: { readonly member: string; readonly date: string; readonly folder: string },
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
