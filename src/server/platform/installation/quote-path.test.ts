import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quotePath } from './quote-path.ts';

it('gives the shell the same path', () => {
  const paths = [
    '/var/lib/nothipotro',
    '/media/my disk',
    '/দোকান \'ক\' $HOME `id` \\ "x"; rm #1',
    '~/*',
    '',
    '-a b',
  ];
  const read = execFileSync('sh', ['-c', `printf '%s\\n' ${paths.map(quotePath).join(' ')}`]).toString();
  expect(read.split('\n').slice(0, -1)).toEqual(paths);
  expect(quotePath('/var/lib/nothipotro')).toBe('/var/lib/nothipotro');
});
