// Toasts. The library is loaded with the first message, not with the first page.
import { createStore } from './store.ts';

/** Becomes true with the first message; the page then mounts the toaster. */
export const toasterWanted = createStore(false);

let mounted: () => void = () => undefined;
const whenMounted = new Promise<void>((resolve) => {
  mounted = resolve;
});
export const toasterMounted = () => mounted();

async function toaster() {
  toasterWanted.set(true);
  const [{ toast }] = await Promise.all([import('sonner'), whenMounted]);
  return toast;
}

export const notify = {
  success(text: string): void {
    void toaster().then((toast) => toast.success(text, { duration: 2000 }));
  },
  error(text: string): void {
    void toaster().then((toast) => toast.error(text, { duration: 4000 }));
  },
  info(text: string): void {
    void toaster().then((toast) => toast(text, { duration: 4000 }));
  },
};
