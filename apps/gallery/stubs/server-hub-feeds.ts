// The gallery has no connection.
export function connectAgain(): void {
  console.info('Connect again');
}
