// `npm run bundle -- OUT [--key FILE]`: a release for this system that installs without a network: the portal, the built client, its runtime packages,
// the pinned Node, and a signed list of its parts (CycloneDX). `--folder` leaves it unpacked.
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { buildWeb } from './build-web.ts';
import { parseArguments } from './command-arguments.ts';
import { runCommand } from './command-errors.ts';
import { ReleaseError } from './release/clone.ts';

const root = join(import.meta.dirname, '..');
/** Files that only building and testing need. */
const left = ['tests', 'bench', '.github', '.ci'];
const print = (line: string) => process.stdout.write(`${line}\n`);

/** @throws ReleaseError; the command itself has printed the reason */
function run(command: string, parts: readonly string[], cwd = root, input: Uint8Array = new Uint8Array()) {
  try {
    return execFileSync(command, parts, {
      cwd,
      input,
      stdio: ['pipe', 'pipe', 'inherit'],
      maxBuffer: 1 << 30,
    });
  } catch {
    throw new ReleaseError(`${command} failed, as it says above. No bundle was made.`);
  }
}

const launcher = `#!/bin/sh
# ./nothipotro [start|doctor|backup|restore|…]: the portal and its commands, with the Node that is in this folder.
cd "$(dirname "$0")" || exit 1
command=\${1:-start}
[ $# -gt 0 ] && shift
node_modules/.bin/node --version > /dev/null || { echo "Node needs libatomic1 and libstdc++6 of this system: install them." >&2; exit 1; }
exec node_modules/.bin/node scripts/run.mjs "$command" "$@"
`;

/** Copies the committed files, the built client, and the packages without those for development. */
function fill(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = run('git', ['archive', '--format=tar', 'HEAD']);
  run('tar', ['-x', '-C', folder], root, files);
  for (const one of left) rmSync(join(folder, one), { recursive: true, force: true });
  run('cp', ['-a', 'dist', join(folder, 'dist')]);
  // Hard links within one file system: what is pruned here stays there.
  // Of a work tree beside the clone, the folder may be a link, which would make npm install the packages of development.
  const packages = realpathSync(join(root, 'node_modules'));
  const isNear = statSync(folder).dev === statSync(packages).dev;
  run('cp', [isNear ? '-al' : '-a', packages, join(folder, 'node_modules')]);
  run(
    'npm',
    ['prune', '--omit=dev', '--no-save', '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
    folder,
  );
  writeFileSync(join(folder, 'nothipotro'), launcher, { mode: 0o755 });
}

/** Lists the packages in the folder. npm would report those for development as missing, so they are removed from its list. */
function listParts(folder: string): Buffer {
  const file = join(folder, 'package.json');
  const whole = readFileSync(file);
  const { devDependencies: _, ...rest } = JSON.parse(whole.toString()) as { devDependencies: unknown };
  writeFileSync(file, JSON.stringify(rest));
  try {
    return run('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], folder);
  } finally {
    writeFileSync(file, whole);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the Ed25519 key (PEM), or creates it. */
function readKey(file: string) {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    print(`A new signing key was made: ${file}. Keep it; the same key signs the next release.`);
  }
  return createPrivateKey(readFileSync(file));
}

function signFile(file: string, keyFile: string): void {
  const key = readKey(keyFile);
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), key));
  const open = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  writeFileSync(`${file}.pub`, open);
  const short = basename(file);
  print(
    `Check it with: openssl pkeyutl -verify -pubin -inkey ${short}.pub -rawin -in ${short} -sigfile ${short}.sig`,
  );
}

const help = `npm run bundle -- OUT [--key FILE] [--folder]

  OUT         the folder that the release is written to, outside the portal's own
  --key FILE  signs the list of its parts with this Ed25519 key (PEM), which is made if there is none
  --folder    leaves the release unpacked
`;

const { values, positionals } = parseArguments(help, {
  options: { key: { type: 'string' }, folder: { type: 'boolean' } },
  most: 1,
});

/** Named by the tag, so that releases do not unpack over each other. */
const nameRelease = () =>
  `nothipotro-${run('git', ['describe', '--tags', '--always'])
    .toString()
    .trim()
    .replace(/^v(?=\d)/, '')}-${process.platform}-${process.arch}`;

async function bundle(): Promise<void> {
  const [where] = positionals;
  if (where === undefined) throw new ReleaseError('Say where to: npm run bundle -- /path');
  const out = resolve(where);
  if (!relative(root, out).startsWith('..'))
    throw new ReleaseError(`${out} is in the portal's own folder: name one outside.`);
  // A key that cannot be read or made is known before minutes of packing.
  if (values.key !== undefined) readKey(resolve(values.key));
  const name = nameRelease();
  const folder = join(out, name);
  if (existsSync(folder))
    throw new ReleaseError(`${folder} is there already: remove it, or name another folder.`);
  if (run('git', ['status', '--porcelain', '--untracked-files=no']).length > 0)
    throw new ReleaseError('There are changes that are not committed: a release holds what is committed.');
  await buildWeb();
  const begun: string[] = [];
  try {
    await pack(out, name, begun);
  } catch (error) {
    // Half a release must not be taken for one, and not stand in the way of the next try.
    for (const half of begun) rmSync(half, { recursive: true, force: true });
    throw error;
  }
}

/** @param begun receives each path before it is written; an earlier release of that name stays until then */
async function pack(out: string, name: string, begun: string[]): Promise<void> {
  const folder = join(out, name);
  begun.push(folder);
  fill(folder);
  const parts = JSON.parse(listParts(folder).toString()) as {
    metadata: { component: { name: string; hashes?: { alg: string; content: string }[] } };
    components: unknown[];
  };
  // npm calls it by its folder.
  parts.metadata.component.name = 'nothipotro';
  const list = join(out, `${name}.parts.json`);
  if (!values.folder) {
    const archive = join(out, `${name}.tar.gz`);
    begun.push(archive);
    run('tar', ['-czf', archive, name], out);
    rmSync(folder, { recursive: true });
    parts.metadata.component.hashes = [{ alg: 'SHA-256', content: await hashOf(archive) }];
    print(`${archive}: unpack it, then ./nothipotro`);
  }
  begun.push(list);
  writeFileSync(list, `${JSON.stringify(parts, undefined, 2)}\n`);
  print(`${list}: ${parts.components.length} parts`);
  if (values.key !== undefined) signFile(list, resolve(values.key));
}

await runCommand(bundle);
