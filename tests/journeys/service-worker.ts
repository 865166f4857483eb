// The service worker in journeys.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the worker has stored everything and controls the page. */
export async function untilKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration?.active?.state !== 'activated' || !navigator.serviceWorker.controller) return false;
      return (await (await caches.open('code')).match('/releases')) !== undefined;
    });
  await expect.poll(isKept, { timeout: 20_000, interval: 200 }).toBe(true);
}
