// The gallery has no session.
export const isLeaving = (): boolean => true;
export function logout(): void {
  console.info('Sign out');
}
