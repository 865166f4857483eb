// The web app manifest, with which a phone installs the portal as an app under the shop's own name.

import type { FastifyInstance } from 'fastify';
import { sharedFileField, sharePath } from '#contract/web/pages.ts';

export const manifestPath = '/manifest.webmanifest';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

const screenshot = (name: string, sizes: string, form: 'narrow' | 'wide', label: string) => ({
  src: `/screens/${name}.png`,
  sizes,
  type: 'image/png',
  form_factor: form,
  label,
});

export function writeManifest(shopName: string): string {
  return JSON.stringify({
    id: '/app',
    name: shopName,
    short_name: shopName,
    description: 'নথির কাজ, ওয়ালেট, অর্ডার আর নিজের কাগজ; ইন্টারনেট না থাকলেও খোলে।',
    lang: 'bn',
    dir: 'ltr',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: '#faf9f6',
    categories: ['business', 'utilities'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
    screenshots: [
      screenshot('phone-start', '720x1480', 'narrow', 'প্রথম পাতা'),
      screenshot('phone-wallet', '720x1480', 'narrow', 'ওয়ালেট'),
      screenshot('desk-start', '1280x800', 'wide', 'বড় পর্দায় প্রথম পাতা'),
    ],
    shortcuts: [
      shortcut('নতুন অর্ডার', '/app/my-orders/new'),
      shortcut('আমার অর্ডার', '/app/my-orders'),
      shortcut('আমার ফাইল', '/app/my-files'),
      shortcut('ওয়ালেট', '/app/recharge-history'),
    ],
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [
          {
            name: sharedFileField,
            // Android needs types and extensions, each listed separately.
            accept: ['application/pdf', '.pdf', 'image/jpeg', '.jpg', '.jpeg', 'image/png', '.png'],
          },
        ],
      },
    },
  });
}

/**
 * Handles a file that is shared to an installed portal whose service worker is gone. It is not read: the page asks to choose it by hand.
 */
export function redirectShares(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' && request.url.split('?')[0] === sharePath)
      return reply.redirect(`${sharePath}?lost=1`, 303);
    return undefined;
  });
}
