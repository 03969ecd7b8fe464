// @vitest-environment happy-dom
// Parts of the screen that open on demand: immediately if their code is loaded, otherwise with the keys pressed in the meantime.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadedOnDemand, OnDemand } from './on-demand.tsx';

afterEach(cleanup);

const focus = (input: HTMLInputElement | null) => input?.focus();
function Find() {
  const [text, setText] = useState('');
  return (
    <input ref={focus} aria-label="Find" value={text} onChange={(event) => setText(event.target.value)} />
  );
}

/** The field whose code has not arrived, and the function that delivers the code. */
function lateField() {
  let deliver: (component: ComponentType) => void = () => undefined;
  const Field = loadedOnDemand(() => new Promise<ComponentType>((resolve) => (deliver = resolve)));
  return { Field, deliver: () => act(async () => deliver(Find)) };
}

/** Presses these keys where the focus is, and counts how many reach the page. */
function press(keys: readonly string[], modifiers: { readonly ctrlKey?: true } = {}): number {
  const page = vi.fn();
  window.addEventListener('keydown', page);
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });
  window.removeEventListener('keydown', page);
  return page.mock.calls.length;
}

it('receives the keys pressed while it loaded, which do nothing on the page', async () => {
  const { Field, deliver } = lateField();
  render(
    <OnDemand onEscape={() => undefined}>
      <Field />
    </OnDemand>,
  );
  expect(press(['w', 'm', 'x', 'Backspace', 'a', 'Enter', 'ArrowDown'])).toBe(0);
  expect(press(['r'], { ctrlKey: true }) + press(['F5'])).toBe(2);
  await deliver();
  expect(screen.getByLabelText<HTMLInputElement>('Find').value).toBe('wma');
  expect(press(['z'])).toBe(1);
});

it('types nothing into a field that the user chooses later', async () => {
  let deliver: (component: ComponentType) => void = () => undefined;
  const Text = loadedOnDemand(() => new Promise<ComponentType>((resolve) => (deliver = resolve)));
  render(
    <>
      <input aria-label="Other" />
      <OnDemand onEscape={() => undefined}>
        <Text />
      </OnDemand>
    </>,
  );
  const other = screen.getByLabelText<HTMLInputElement>('Other');
  press(['w']);
  await act(async () => deliver(() => <p>No field</p>));
  fireEvent.pointerDown(other);
  await act(async () => other.focus());
  expect(other.value).toBe('');
});

it('is closed by Escape while it loads', () => {
  const { Field } = lateField();
  const close = vi.fn();
  render(
    <OnDemand onEscape={close}>
      <Field />
    </OnDemand>,
  );
  press(['Escape']);
  expect(close).toHaveBeenCalledOnce();
});

it('leaves the keys to the page where it does not take the keyboard', () => {
  const { Field } = lateField();
  render(
    <OnDemand>
      <Field />
    </OnDemand>,
  );
  expect(press(['w'])).toBe(1);
});

it('shows data that was loaded before without waiting', async () => {
  const Field = loadedOnDemand(async () => Find);
  await Field.load();
  render(
    <OnDemand>
      <Field />
    </OnDemand>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Find'));
});
