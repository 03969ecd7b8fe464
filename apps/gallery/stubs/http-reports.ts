// The gallery's end-of-day reports: `&reports=none|fault|never` in the address shows the other states of their list, and
// `&reports=lost` a file that cannot be loaded.
import type { CallResult } from '../../web/http/call-result.ts';
import type { ReportRequest } from '../../web/http/reports.ts';

const lost: CallResult<never> = {
  kind: 'unknown',
  message: 'The server did not answer. Check the connection.',
  errorText: 'The server did not answer.',
};
const chosen = () => new URLSearchParams(location.search).get('reports');

export async function getReportDays(): Promise<CallResult<readonly string[]>> {
  const state = chosen();
  if (state === 'never') return new Promise(() => undefined);
  if (state === 'fault') return lost;
  return { kind: 'ok', value: state === 'none' ? [] : ['2026-11-17', '2026-11-16', '2026-11-13'] };
}

export async function getEndOfDayReport({ report, date }: ReportRequest): Promise<CallResult<string>> {
  return chosen() === 'lost' ? lost : { kind: 'ok', value: `Date,Report\r\n${date},${report}\r\n` };
}
