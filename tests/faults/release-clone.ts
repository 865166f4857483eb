// An installation from a git clone, with releases to upgrade to, and its shop.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { bareEnvironment } from '../support/bare-environment.ts';
import { freePort } from '../support/free-port.ts';
import { adminPassword, makeDataDir, root, signIn } from './process.ts';

export const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@mail.test', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

/** Makes a separate repository from the files of this working tree, with the packages and the built client. */
export function makeClone(): string {
  const clone = join(makeDataDir(), 'portal');
  const files = git(root, 'ls-files', '-co', '--exclude-standard').split('\n');
  for (const file of files) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file), { force: true });
  }
  git(clone, 'init', '--quiet', '--initial-branch=main');
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message=One');
  git(clone, 'tag', 'v1');
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  cpSync(join(root, 'dist'), join(clone, 'dist'), { recursive: true });
  return clone;
}

export function commitRelease(clone: string, tag: string, files: Record<string, string>): void {
  git(clone, 'checkout', '--quiet', 'v1');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(clone, name), content);
  git(clone, 'add', '--all', 'migrations', 'src');
  git(clone, 'commit', '--quiet', `--message=${tag}`);
  git(clone, 'tag', tag);
  git(clone, 'checkout', '--quiet', 'v1');
}

/** The shop that a clone serves; the portal runs only while `openShop` does. */
export async function makeShop(clone: string, settings: Record<string, string> = {}) {
  const dataDir = makeDataDir();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...bareEnvironment(),
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    ADMIN_PASSWORD: adminPassword,
    ADMIN_EMAIL: 'admin@shop.test',
    DOCUMENT_WORKERS: '1',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const run = async (script: string, ...args: string[]) => {
    const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], { cwd: clone, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, output };
  };
  /** Opens the shop, signs a customer up and closes it. @returns the number of accounts, including owner and trial customer */
  const openShop = async (email: string): Promise<number> => {
    const child = spawn(process.execPath, ['src/server/start.ts'], { cwd: clone, env, stdio: 'pipe' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text) => String(text).includes('is ready') && resolve());
      void ended.then(() => reject(new Error('the portal ended')));
    });
    const call = async (method: string, path: string, options: { body?: unknown; token?: string } = {}) => {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}),
        },
        ...(options.body ? { body: JSON.stringify(options.body) } : {}),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const person = { first_name: 'রহিমা', last_name: 'খাতুন', phone: '01712345678', password: 'nodir-dhare-42' };
    expect((await call('POST', '/account/sign-up/', { body: { ...person, email } })).status).toBe(201);
    const admin = await signIn({ call } as never);
    const { body } = await call('GET', '/account/user/', { token: admin.access });
    child.kill('SIGTERM');
    await ended;
    return body.count;
  };
  return { dataDir, env, run, openShop };
}
