// The inside of a panel's frame: the panel by its name, loaded when it is first shown. An error stops this panel only; a component
// that this version does not know keeps its place.
import type { LayoutColumn } from '@openpit/wire';
import { Component, memo, type ReactNode, Suspense, useCallback } from 'react';
import { panelEntry } from '../panels/registry.ts';
import type { PanelProps } from '../panels/settings/panel-settings.ts';
import { UnknownPanel } from '../panels/unknown/unknown-panel.tsx';
import { isMissingFile, offerUpdate, useUpdate } from '../pwa/updates.ts';
import type { DeviceKind } from '../stores/device-kind.ts';
import { changePanel } from '../stores/layouts.ts';
import { Button } from '../ui/button.tsx';
import styles from './panel-content.module.css';

export interface PanelContentProps {
  readonly column: LayoutColumn;
  readonly device: DeviceKind;
}

export const PanelContent = memo(function PanelContent({ column, device }: PanelContentProps) {
  const { id } = column;
  const onChange = useCallback<PanelProps['onChange']>((change) => changePanel(id, change), [id]);
  const entry = panelEntry(column.component);
  if (entry === undefined) return <UnknownPanel component={column.component} />;
  return (
    <PanelBoundary name={entry.title}>
      <Suspense
        fallback={
          <p className={styles.loading} data-loading-panel="">
            Loading {entry.title}…
          </p>
        }
      >
        <entry.Panel column={column} device={device} onChange={onChange} />
      </Suspense>
    </PanelBoundary>
  );
});

/** Showing the panel again would not help: the browser remembers the failure of a file until the page is loaded again. */
function MissingFile({ name }: { readonly name: string }) {
  const isOutdated = useUpdate((update) => update.isOutdated);
  return (
    <div role="alert" className={styles.fault}>
      <p className={styles.title}>{name} could not be loaded.</p>
      <p className={styles.detail}>
        {isOutdated
          ? 'The server has a newer version of Openpit, in which this panel is another file. Update to show it.'
          : 'The file of this panel did not arrive. Load the page again when there is a connection.'}
      </p>
      <p className={styles.detail}>The other panels go on. Orders in the market are not affected.</p>
      {isOutdated ? (
        <Button size="small" onClick={() => offerUpdate('missingFile')}>
          Update…
        </Button>
      ) : (
        <Button size="small" onClick={() => location.reload()}>
          Load the page again
        </Button>
      )}
    </div>
  );
}

interface BoundaryProps {
  readonly name: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly fault: Error | null;
}

class PanelBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    if (isMissingFile(fault)) return <MissingFile name={this.props.name} />;
    return (
      <div role="alert" className={styles.fault}>
        <p className={styles.title}>{this.props.name} has stopped because of an error in this program.</p>
        <p className={styles.detail}>{fault.message}</p>
        <p className={styles.detail}>The other panels go on. Orders in the market are not affected.</p>
        <Button size="small" onClick={() => this.setState({ fault: null })}>
          Show it again
        </Button>
      </div>
    );
  }
}
