// A fingerprint of the sources that the portal runs, to tell whether a recorded proof belongs to the same program. Tests and texts about proofs do not
// count.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function fingerprintSources(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(['src/**/*', 'migrations/*', 'templates/**/*', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !/\.test\.tsx?$|\/(?:contract|features)\/proof\//.test(file))
    .sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
