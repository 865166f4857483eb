// Firefox and WebKit for the journeys, where Debian's packages `firefox-esr`, or `webkit2gtk-driver` and `xvfb`, are installed. Each is driven by its
// native protocol (WebDriver BiDi and W3C WebDriver), because Playwright drives only builds of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface OtherBrowser {
  open(url: string): Promise<void>;
  /**
   * Runs the body of an async function in the page.
   * @returns its result, through JSON
   */
  evaluate<T>(body: string): Promise<T>;
  resize(width: number, height: number): Promise<void>;
  /** Returns console errors since the last call; always empty if the protocol does not report them. */
  takeErrors(): string[];
  end(): Promise<void>;
}

const firefox = '/usr/bin/firefox-esr';
const webKitDriver = '/usr/bin/WebKitWebDriver';
const xvfb = '/usr/bin/Xvfb';
const miniBrowser = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];

export const hasFirefox = existsSync(firefox);
export const hasWebKit = existsSync(webKitDriver) && existsSync(xvfb) && miniBrowser !== undefined;

const newProfile = () => mkdtempSync(join(tmpdir(), 'nothipotro-browser-'));

async function ended(...children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map((child) => {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill();
      return child.exitCode === null && child.signalCode === null ? gone : undefined;
    }),
  );
}

/** Retries until the other side listens. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

interface BiDiMessage {
  readonly id?: number;
  readonly type?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level: string; readonly text: string };
  readonly result?: never;
}

function connect(url: string): Promise<WebSocket> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url);
    socket.onopen = () => done(socket);
    socket.onerror = () => failed(new Error(`Nobody listens at ${url}`));
  });
}

// Firefox logs this for what a page was fetching through its worker when it was left. A worker that rejects causes another message.
const ofPageLeft = 'A ServiceWorker intercepted the request and encountered an unexpected error.';

export async function startFirefox(): Promise<OtherBrowser> {
  const profile = newProfile();
  // BiDi only, in Bengali, without a first-run page.
  const settings = {
    'remote.active-protocols': 1,
    'intl.accept_languages': 'bn',
    'browser.shell.checkDefaultBrowser': false,
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const port = await freePort();
  const child = spawn(
    firefox,
    ['--headless', '--profile', profile, '--remote-debugging-port', String(port), 'about:blank'],
    { stdio: 'ignore', env: { ...process.env, HOME: profile } },
  );
  const socket = await untilAnswered(() => connect(`ws://127.0.0.1:${port}/session`));
  const waiting = new Map<number, (message: BiDiMessage) => void>();
  let errors: string[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as BiDiMessage;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (
      message.method === 'log.entryAdded' &&
      message.params?.level === 'error' &&
      !message.params.text.endsWith(ofPageLeft)
    )
      errors.push(message.params.text);
  };
  let last = 0;
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise((done, failed) => {
      last += 1;
      waiting.set(last, ({ type, message, result }) =>
        type === 'error' ? failed(new Error(`${method}: ${message}`)) : done(result as T),
      );
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const { context } = contexts[0]!;
  return {
    open: async (url) => {
      const open = () => send<void>('browsingContext.navigate', { context, url, wait: 'complete' });
      // A page that changes its own URL at that moment takes the navigation away from the driver.
      await open().catch((error: Error) => {
        if (!error.message.includes('NS_BINDING_ABORTED')) throw error;
        return open();
      });
    },
    evaluate: async (body) => {
      const { type, result, exceptionDetails } = await send<{
        type: string;
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`,
        target: { context },
        awaitPromise: true,
      });
      if (type === 'exception') throw new Error(exceptionDetails!.text);
      return JSON.parse(result!.value);
    },
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    takeErrors: () => {
      const told = errors;
      errors = [];
      return told;
    },
    end: async () => {
      socket.close();
      await ended(child);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export async function startWebKit(): Promise<OtherBrowser> {
  const home = newProfile();
  // WebKit has no headless mode; Xvfb reports which display it took.
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((done) =>
    screen.stdio[3]!.once('data', (number: Buffer) => done(`:${number.toString().trim()}`)),
  );
  const port = await freePort();
  const driver = spawn(webKitDriver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs namespaces that a container does not provide.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId } = await untilAnswered(() =>
    send<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
      },
    }),
  );
  const session = `/session/${sessionId}`;
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    evaluate: async (body) => {
      const { value, error } = JSON.parse(
        await send('POST', `${session}/execute/async`, {
          script: `const done = arguments[0];
            (async () => { ${body} })().then(
              (value) => done(JSON.stringify({ value: value ?? null })), (error) => done(JSON.stringify({ error: String(error) })));`,
          args: [],
        }),
      );
      if (error !== undefined) throw new Error(error);
      return value;
    },
    resize: (width, height) => send('POST', `${session}/window/rect`, { width, height }),
    takeErrors: () => [],
    end: async () => {
      await send('DELETE', session).catch(() => undefined);
      await ended(driver, screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
