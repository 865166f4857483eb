// `npm run verify -- FILE.pdf [--keys FILE_OR_URL]`: checks whether the portal made this copy. Needs only the public keys.
// Exit 0: genuine. 1: not genuine. 2: could not be checked.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedKeys } from '#engines/rendering/statement.ts';
import { publishedKeysPath } from '../src/server/documents/published-keys.ts';
import { verifyOffline } from '../src/server/documents/verify-offline.ts';
import { publishedFile } from '../src/server/platform/installation/key-files.ts';
import { parseArguments } from './command-arguments.ts';

function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

async function loadPublished(place: string | undefined): Promise<PublishedKeys> {
  if (place === undefined) {
    const folder = join(process.env.DATA_DIR ?? 'data', 'keys');
    // Written at every start and every change of a key.
    return loadPublished(join(folder, publishedFile));
  }
  const text = /^https?:/.test(place)
    ? await fetch(place, { signal: AbortSignal.timeout(10_000) }).then((answer) => answer.text())
    : await readFile(place, 'utf8');
  const published = JSON.parse(text) as PublishedKeys;
  if (!Array.isArray(published.keys)) throw new Error('no keys');
  return published;
}

const help = `npm run verify -- FILE.pdf [--keys FILE_OR_URL]: whether the portal made this copy. Exit 0: genuine, 1: not genuine, 2: could not be checked`;
const { values, positionals } = parseArguments(help, {
  options: { keys: { type: 'string' } },
  most: 1,
  wrong: 2,
});
if (positionals.length !== 1) giveUp('Usage: npm run verify -- FILE.pdf [--keys FILE_OR_URL]');
const pdf = await readFile(positionals[0]!).catch(() => giveUp(`Cannot read ${positionals[0]}.`));
const refuseKeys = () =>
  giveUp(
    `Cannot read the keys. Give those of the portal: --keys https://…${publishedKeysPath}, or a copy of that file.`,
  );
const published = await loadPublished(values.keys).catch(refuseKeys);

const words: Record<string, string> = {
  fits: 'signed by the portal and fits the data',
  absent: 'none: the copy was made before statements were signed',
  unreadable: 'cannot be read',
  unknown_key: 'signed by another key',
  bad_signature: 'THE SIGNATURE IS WRONG',
  other_data: 'signed by the portal FOR OTHER DATA',
  no_record: 'the file carries no data of the portal',
};
// It reads any file, so what fails are the keys.
const { isSealed, statement, record } = await verifyOffline(pdf, published).catch(refuseKeys);
// The seal alone covers every byte, so it also proves copies from before there were signed statements.
const isGenuine = isSealed && (statement === 'fits' || statement === 'absent');
const lines = [
  `Seal       ${isSealed ? 'intact: not one byte was changed' : 'BROKEN, missing, or of another key'}`,
  `Statement  ${words[statement]}`,
  ...(record
    ? [
        `Document   ${record.number}, version ${record.version ?? 1}, made ${record.madeAt}`,
        `Code       ${record.verificationCode}`,
      ]
    : []),
  isGenuine
    ? 'Genuine: the portal made this file as it is. Whether a newer version exists only the portal knows.'
    : 'NOT GENUINE: do not rely on this file.',
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(isGenuine ? 0 : 1);
