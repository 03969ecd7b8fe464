// In the gallery there is no connection to make again.
export function connectAgain(): void {
  console.info('Connect again');
}
