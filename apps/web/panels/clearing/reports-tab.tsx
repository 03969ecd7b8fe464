// The Reports tab (PANEL-14): the end-of-day reports of the user's member as files. A failure is said at the report itself.
import type { EndOfDayReport } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { getEndOfDayReport, getReportDays } from '../../http/reports.ts';
import { useConnection } from '../../stores/connection.ts';
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
import styles from './clearing.module.css';
import { reportFileName, reportTexts } from './report-texts.ts';

type Days =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly fault: string }
  | { readonly status: 'success'; readonly days: readonly string[] };

export function ReportsTab({ isPhone }: { readonly isPhone: boolean }) {
  const access = useSession(({ hqAccess }) => hqAccess);
  const member = access?.memberCode ?? '';
  const denied = accountsMessage(access?.scope, 'Reports are not shown to you.');
  const [known, retry] = useReportDays(denied === undefined ? member : '');
  const [chosen, setChosen] = useState<string | null>(null);
  const message = denied ?? messageOf(known, retry);
  const days = known.status === 'success' ? known.days : [];
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

/** Read again when the connection is made again, and at the user's request. */
function useReportDays(member: string): readonly [Days, () => void] {
  const [known, setKnown] = useState<Days>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const epoch = useConnection((connection) => connection.epoch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt or epoch reads again
  useEffect(() => {
    if (member === '') return;
    const stopped = new AbortController();
    void getReportDays(member, stopped.signal).then((answer) => {
      if (stopped.signal.aborted) return;
      setKnown(
        answer.kind === 'ok'
          ? { status: 'success', days: answer.value }
          : { status: 'error', fault: answer.message },
      );
    });
    return () => stopped.abort();
  }, [member, attempt, epoch]);
  const retry = () => {
    setKnown({ status: 'loading' });
    setAttempt((before) => before + 1);
  };
  return [known, retry];
}

function messageOf(known: Days, retry: () => void): GridMessage | undefined {
  if (known.status === 'loading') return { kind: 'loading', title: 'Loading the days that have reports…' };
  if (known.status === 'error')
    return {
      kind: 'error',
      title: 'The days that have reports could not be loaded.',
      detail: known.fault,
      action: { label: 'Try again', run: retry },
    };
  if (known.days.length > 0) return undefined;
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
