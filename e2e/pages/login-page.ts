// The Login screen.
import { expect, type Locator, type Page } from '@playwright/test';
import { demoPassword, type Person } from '../product/people.ts';

export class LoginPage {
  readonly email: Locator;
  readonly password: Locator;
  readonly button: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.email = page.getByLabel('E-mail');
    this.password = page.getByLabel('Password', { exact: true });
    this.button = page.getByRole('button', { name: 'Sign in' });
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url);
    await expect(this.#page).toHaveURL(`${url}/authentication/login`);
  }

  async signIn({ email }: Person, password = demoPassword): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.button.click();
  }
}
