// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FormThenPreview } from './form-then-preview.tsx';
import { TextArea } from './text-area.tsx';

afterEach(cleanup);

const shown = (preview: string | null, isSending = false, onSend = () => {}) => (
  <FormThenPreview
    form={<TextArea label="正文" />}
    preview={preview}
    isSending={isSending}
    error={null}
    sendText="发出"
    onBack={() => {}}
    onSend={onSend}
  />
);

test('the values of the form are still there after the preview is closed', () => {
  const { rerender } = render(shown(null));
  fireEvent.change(screen.getByLabelText('正文'), { target: { value: '周末停更' } });
  rerender(shown('所有读者'));
  expect(screen.getByText('所有读者')).toBeTruthy();
  rerender(shown(null));
  expect(screen.getByLabelText<HTMLTextAreaElement>('正文').value).toBe('周末停更');
  expect(screen.queryByRole('button', { name: '发出' })).toBeNull();
});

test('both buttons of the preview are disabled while it is being sent', () => {
  const onSend = vi.fn();
  const { rerender } = render(shown('所有读者', false, onSend));
  fireEvent.click(screen.getByRole('button', { name: '发出' }));
  rerender(shown('所有读者', true, onSend));
  for (const name of ['返回修改', '发出']) fireEvent.click(screen.getByRole('button', { name }));
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled)).toEqual([true, true]);
});

test('an error takes the place of the hint, is announced, and describes its field', () => {
  const { rerender } = render(<TextArea label="正文" hint="最多 500 字" />);
  const field = screen.getByLabelText('正文');
  const note = () => document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect([note()?.textContent, note()?.getAttribute('role')]).toEqual(['最多 500 字', null]);
  rerender(<TextArea label="正文" hint="最多 500 字" error="要填写" />);
  expect([note()?.textContent, note()?.getAttribute('role')]).toEqual(['要填写', 'alert']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
