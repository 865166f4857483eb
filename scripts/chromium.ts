// The browser of the browser tests: Debian's Chromium, installed when it is missing and can be.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns path of a browser; ends the process with one clear line when there is none and none can be installed */
export function findChromium(): string {
  const given = process.env.CHROMIUM;
  const found = [...(given ? [given] : []), ...places].find((path) => existsSync(path));
  if (found) return found;
  if (userInfo().uid === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('Installing Chromium for the browser tests …\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
    if (existsSync(places[0]!)) return places[0]!;
  }
  process.stderr.write(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  );
  process.exit(1);
}
