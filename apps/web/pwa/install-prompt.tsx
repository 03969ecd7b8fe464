// The install prompt at the bottom right of Trading, above the toasts (SHELL-7), and how long this browser hides it.
import { dayMs } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { Button } from '../ui/button.tsx';
import { needsStepsOfIos, useInstallOffer } from './installed-app.ts';
import styles from './prompts.module.css';

const silenced = 'silenced';

/** `stored` is `silenced`, or the time of “Remind me later”; `now` in epoch milliseconds. */
export function isHiddenBy(stored: string | null, now: number): boolean {
  if (stored === null) return false;
  if (stored === silenced) return true;
  const since = now - Number(stored);
  return since >= 0 && since < dayMs;
}

const isInstallHidden = (): boolean => isHiddenBy(readStored(storageKeys.installPrompt), Date.now());

const silenceInstall = (): void => writeStored(storageKeys.installPrompt, silenced);

const snoozeInstall = (): void => writeStored(storageKeys.installPrompt, String(Date.now()));

const checkMs = 60_000;

/** The prompt is part of the workspace, so it appears only when start-up has finished. */
export function InstallPrompt() {
  const prompt = useInstallOffer((offer) => offer.prompt);
  const [isHidden, setHidden] = useState(isInstallHidden);
  const [isIos] = useState(needsStepsOfIos);
  const [hasSteps, setSteps] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setHidden(isInstallHidden()), checkMs);
    return () => clearInterval(timer);
  }, []);
  const isShown = !isHidden && (prompt !== null || isIos);
  const answer = (remember: () => void) => {
    remember();
    setHidden(true);
  };
  const install = () => {
    if (prompt === null) setSteps(true);
    else void prompt();
  };
  return (
    <>
      <div className="visually-hidden" role="status">
        {isShown ? 'Openpit can be installed as an app.' : ''}
      </div>
      {isShown && (
        <section className={styles.prompt} data-at="bottom" aria-labelledby="install-title">
          <h2 id="install-title" className={styles.title}>
            Install Openpit
          </h2>
          {hasSteps ? (
            <Steps />
          ) : (
            <p className={styles.text}>
              As an app, Openpit has its own icon and a window without the browser's bars.
            </p>
          )}
          <div className={styles.buttons}>
            <Button variant="quiet" onClick={() => answer(silenceInstall)}>
              Don't Remind Me Again
            </Button>
            <Button onClick={() => answer(snoozeInstall)}>Remind me later</Button>
            {!hasSteps && (
              <Button variant="primary" onClick={install}>
                Install
              </Button>
            )}
          </div>
        </section>
      )}
    </>
  );
}

/** iOS lets no page open its dialog. */
function Steps() {
  return (
    <ol className={styles.steps}>
      <li>Tap Share in the bar of the browser.</li>
      <li>Choose “Add to Home Screen”.</li>
      <li>Tap Add. Then open Openpit from its icon.</li>
    </ol>
  );
}
