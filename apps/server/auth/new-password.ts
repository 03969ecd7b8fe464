// Passwords that the server makes for the operator to pass on: a hundred random bits, in groups that can be read aloud.
import { randomBytes } from 'node:crypto';
import { type PasswordOwner, passwordFaults } from './password-rules.ts';
import { base32Of } from './totp.ts';

export function newPassword(owner: PasswordOwner): string {
  for (;;) {
    const text = base32Of(randomBytes(13)).slice(0, 20).toLowerCase();
    const password = (text.match(/.{4}/g) ?? []).join('-');
    // By chance it may contain a part of the name.
    if (passwordFaults(password, owner).length === 0) return password;
  }
}
