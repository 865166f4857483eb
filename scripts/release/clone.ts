// The git clone that an installation runs from, and the programs of the release that is checked out in it.
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Reported in one line, without a stack trace. */
export class ReleaseError extends Error {}

export class Clone {
  readonly root: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(root: string, env: NodeJS.ProcessEnv) {
    this.root = root;
    this.#env = env;
  }

  git(...args: string[]): string {
    try {
      return execFileSync('git', args, {
        cwd: this.root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
    } catch (error) {
      const said = String((error as { stderr?: unknown }).stderr ?? '').trim();
      throw new ReleaseError(`git ${args[0]}: ${said || (error as Error).message}`);
    }
  }

  /** @returns how a person would name the commit: its tag, or its short id */
  nameOf(commit: string): string {
    return this.git('describe', '--tags', '--always', commit);
  }

  checkOut(commit: string): void {
    this.git('-c', 'advice.detachedHead=false', 'checkout', '--quiet', '--detach', commit);
  }

  /** @throws ReleaseError */
  assertUnchanged(): void {
    const changed = this.git('status', '--porcelain', '--untracked-files=no');
    if (changed !== '')
      throw new ReleaseError(
        `Files of the portal were changed here; git stash puts the changes aside, then try again:\n${changed}`,
      );
  }

  /** After a checkout that was killed. */
  forgetChanges(): void {
    rmSync(join(this.git('rev-parse', '--absolute-git-dir'), 'index.lock'), { force: true });
    this.git('reset', '--quiet', '--hard');
  }

  /** Runs a script of the checked-out release, which first installs what its lock file names. @throws ReleaseError when it fails */
  async run(script: string, settings: Record<string, string> = {}): Promise<void> {
    const child = spawn('node', ['scripts/run.mjs', script], {
      cwd: this.root,
      env: { ...this.#env, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new ReleaseError(`${script} ended with ${code}: ${said.trim().slice(-2_000)}`);
  }

  /** Starts the checked-out release where no customer finds it, checks its health, stops it, and audits the books. @throws ReleaseError */
  async smokeTest(publicOrigin: string): Promise<void> {
    const port = await freePort();
    const child = spawn('node', ['scripts/run.mjs', 'start.ts'], {
      cwd: this.root,
      env: { ...this.#env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_ORIGIN: publicOrigin },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    let hasEnded = false;
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (code) => {
        hasEnded = true;
        resolve(code);
      }),
    );
    try {
      const until = Date.now() + 300_000;
      const answers = async (path: string) =>
        (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status === 200;
      while (!(await answers('/health/ready/'))) {
        if (hasEnded) throw new ReleaseError(`the portal ended at its start: ${said.trim().slice(-2_000)}`);
        if (Date.now() > until) throw new ReleaseError('the portal was not ready after five minutes');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      for (const path of ['/', '/public/shop/', '/health/live/'])
        if (!(await answers(path))) throw new ReleaseError(`the portal does not answer ${path} as it should`);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    await this.run('audit-ledger.ts');
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
