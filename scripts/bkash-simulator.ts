// `npm run bkash:simulator`: a process that implements bKash's HTTP contract, for trying out and testing the portal's client.
import { credentials } from './bkash-simulator/books.ts';
import { topic } from './bkash-simulator/notices.ts';
import { startSimulator } from './bkash-simulator/server.ts';

const { origin, close } = await startSimulator(Number(process.env.SIMULATOR_PORT ?? 0));
process.stdout.write(
  `${JSON.stringify({
    PAYMENT_PROVIDERS: 'sandbox,bkash',
    BKASH_URL: `${origin}/v1.2.0-beta`,
    BKASH_USERNAME: credentials.username,
    BKASH_PASSWORD: credentials.password,
    BKASH_APP_KEY: credentials.app_key,
    BKASH_APP_SECRET: credentials.app_secret,
    BKASH_NOTICE_TOPIC: topic,
  })}\n`,
);
const stop = () => void close().then(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// The parent holds the other end of this pipe; once it closes nobody needs this process any more.
if (process.env.SIMULATOR_PORT === undefined) process.stdin.resume().on('end', stop);
