// In the gallery nobody is signed in.
export const isLeaving = (): boolean => true;
export function logout(): void {
  console.info('Sign out');
}
