// Testing Library waits a second for what a component shows later: too little on a busy machine. As for every other wait, only the limit of
// the test ends it.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 120_000 });
}

export {};
