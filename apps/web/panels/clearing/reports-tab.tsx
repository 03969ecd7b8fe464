// The Reports tab (PANEL-14): the end-of-day reports of the user's member as files. A failure is said at the report itself.
import type { EndOfDayReport } from '@openpit/wire';
import { useCallback, useState } from 'react';
import { getEndOfDayReport, getReportDays } from '../../server/history.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { saveFile } from '../../ui/download.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../ui/live-grid/grid-message.tsx';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { FeedAge } from '../market/feed-age.tsx';
import { accountsMessage } from '../rows/accounts-message.ts';
import { RowCount } from '../rows/row-count.tsx';
import { type Answer, useAnswer } from '../sources/use-answer.ts';
import styles from './clearing.module.css';
import { reportFileName, reportTexts } from './report-texts.ts';

export function ReportsTab({ isPhone }: { readonly isPhone: boolean }) {
  const access = useSession(({ hqAccess }) => hqAccess);
  const member = access?.memberCode ?? '';
  const denied = accountsMessage(access?.scope, 'Reports are not shown to you.');
  const readDays = useCallback((signal: AbortSignal) => getReportDays(member, signal), [member]);
  const [known, retry] = useAnswer(denied === undefined && member !== '' ? readDays : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const message = denied ?? messageOf(known, retry);
  const days = known.status === 'success' ? known.value : [];
  const day = chosen ?? days[0] ?? '';
  return (
    <>
      {message !== undefined ? (
        <div className={styles.reports}>
          <GridMessageView message={message} />
        </div>
      ) : (
        <div className={styles.reports} data-phone={isPhone || undefined}>
          <label className={styles.day}>
            Business day
            <select value={day} onChange={(event) => setChosen(event.target.value)}>
              {days.map((one) => (
                <option key={one} value={one}>
                  {formatDate(one)}
                </option>
              ))}
            </select>
          </label>
          <ul className={styles.list}>
            {reportTexts.map((texts) => (
              <ReportLine
                key={`${texts.report} ${day}`}
                {...texts}
                member={member}
                day={day}
                isPhone={isPhone}
              />
            ))}
          </ul>
        </div>
      )}
      <PanelFooter>
        <RowCount count={days.length} one="day" many="days" isKnown={known.status === 'success'} />
        <FeedAge />
      </PanelFooter>
    </>
  );
}

function messageOf(known: Answer<readonly string[]>, retry: () => void): GridMessage | undefined {
  if (known.status === 'loading') return { kind: 'loading', title: 'Loading the days that have reports…' };
  if (known.status === 'error')
    return {
      kind: 'error',
      title: 'The days that have reports could not be loaded.',
      detail: known.fault,
      action: { label: 'Try again', run: retry },
    };
  if (known.value.length > 0) return undefined;
  return {
    kind: 'empty',
    title: 'No reports yet.',
    detail: 'They are made when a business day ends.',
    action: { label: 'Look again', run: retry },
  };
}

interface ReportLineProps {
  readonly report: EndOfDayReport;
  readonly title: string;
  readonly content: string;
  readonly member: string;
  readonly day: string;
  readonly isPhone: boolean;
}

function ReportLine({ report, title, content, member, day, isPhone }: ReportLineProps) {
  const [state, setState] = useState<{ readonly isLoading: boolean; readonly fault: string | null }>({
    isLoading: false,
    fault: null,
  });
  const download = async () => {
    setState({ isLoading: true, fault: null });
    const answer = await getEndOfDayReport({ report, date: day });
    if (answer.kind === 'ok')
      saveFile({ name: reportFileName(report, member, day), type: 'text/csv', content: answer.value });
    setState({ isLoading: false, fault: answer.kind === 'ok' ? null : answer.message });
  };
  return (
    <li className={styles.report}>
      <div>
        <p className={styles.reportTitle}>{title}</p>
        <p className={styles.reportContent}>{content}</p>
        <p role="alert" className={styles.fault}>
          {state.fault !== null && `The file was not loaded. ${state.fault}`}
        </p>
      </div>
      <Button
        size={isPhone ? 'large' : 'small'}
        icon={<DownloadIcon />}
        aria-label={`Download ${title} of ${formatDate(day)} as CSV`}
        aria-busy={state.isLoading || undefined}
        disabledReason={state.isLoading ? 'The file is being loaded.' : null}
        onClick={() => void download()}
      >
        {state.isLoading ? 'Loading…' : 'CSV'}
      </Button>
    </li>
  );
}
