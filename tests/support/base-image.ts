// Builds the base image of the Containerfile where no registry is reachable: from Debian's own packages, and the Node and npm of this machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const packages = 'ca-certificates,libatomic1,libstdc++6,passwd,util-linux';

/** @param name as in the Containerfile; an image that exists or can be pulled is used as it is */
export function provideBaseImage(name: string, node: string): void {
  if (spawnSync('podman', ['image', 'exists', name]).status === 0) return;
  if (spawnSync('podman', ['pull', '--quiet', name]).status === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-base-'));
  try {
    const root = join(folder, 'root');
    execFileSync('mmdebstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', root], {
      stdio: 'pipe',
    });
    cpSync(realpathSync(node), join(root, 'usr/local/bin/node'));
    const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
    const modules = join(root, 'usr/local/lib/node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(dirname(dirname(npm)), join(modules, 'npm'), { recursive: true, verbatimSymlinks: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    const tar = join(folder, 'root.tar');
    execFileSync('tar', ['-C', root, '--numeric-owner', '-cf', tar, '.']);
    const path = 'ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';
    execFileSync('podman', ['import', '--change', path, tar, name], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
