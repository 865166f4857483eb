import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

const { toast, Toaster } = vi.hoisted(() => ({
  toast: Object.assign(vi.fn(), { success: vi.fn(), error: vi.fn() }),
  Toaster: vi.fn((_: object) => null),
}));
vi.mock('sonner', () => ({ toast, Toaster }));
vi.mock('react-dom', () => ({ createPortal: (shown: unknown) => shown }));

test('a success stands two seconds, an error four, at the top, and at most twenty are seen at once', async () => {
  vi.stubGlobal('document', {});
  const { notify, toasterMounted } = await import('./notify.ts');
  const { default: Corner } = await import('../ui/toaster.tsx');
  toasterMounted();
  notify.success('হয়েছে');
  notify.error('হয়নি');
  await vi.waitFor(() => expect(toast.error).toHaveBeenCalled());
  expect(toast.success).toHaveBeenCalledWith('হয়েছে', { duration: 2000 });
  expect(toast.error).toHaveBeenCalledWith('হয়নি', { duration: 4000 });
  renderToStaticMarkup(createElement(Corner));
  expect(Toaster.mock.calls[0]?.[0]).toMatchObject({ visibleToasts: 20, position: 'top-center' });
});
