// The browser of the browser tests: Debian's Chromium, installed if missing and possible, and its command-line switches.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

/**
 * A repeated switch counts once, so Playwright's own list of disabled features is repeated here. The last two render hidden pages of the address
 * bar for each window, a sixth of a test's processor time; the spare renderer is a process started for a page that never comes.
 */
const needless = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

export const chromiumSwitches: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${needless.join(',')}`,
];

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Finds Debian's headless shell, if installed: it takes a seventh less processor time, but shows no PDF and records no video. */
export function findChromiumShell(): string | undefined {
  const path = '/usr/bin/chromium-headless-shell';
  return process.env.CHROMIUM === undefined && existsSync(path) ? path : undefined;
}

/** @returns path of a browser; exits with one line if there is none and none can be installed */
export function findChromium(): string {
  const configured = process.env.CHROMIUM;
  const found = [...(configured ? [configured] : []), ...places].find((path) => existsSync(path));
  if (found) return found;
  if (userInfo().uid === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('Installing Chromium for the browser tests …\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    const install = (...packages: string[]) =>
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
    // Not every system that has the browser has the shell.
    if (install('chromium', 'chromium-headless-shell').status !== 0) install('chromium');
    if (existsSync(places[0]!)) return places[0]!;
  }
  process.stderr.write(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  );
  process.exit(1);
}
