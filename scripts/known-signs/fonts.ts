// The fonts whose signs are known: where each comes from, and under which licence. Only measures of their outlines are kept.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Font {
  name: string;
  /** Of Debian, or of npm as name@version. */
  package: string;
  /** Below /usr/share/fonts, or below the package. */
  file: string;
  licence: string;
  /** A font without Bengali gives its Latin signs. */
  script: 'Bengali' | 'Latin';
}

const debian = (
  packageName: string,
  licence: string,
  script: Font['script'],
  files: Record<string, string>,
): Font[] =>
  Object.entries(files).map(([name, file]) => ({ name, package: packageName, file, licence, script }));

const npm = (packageName: string, files: Record<string, string>): Font[] =>
  Object.entries(files).map(([name, file]) => ({
    name,
    package: `@expo-google-fonts/${packageName}`,
    file,
    licence: 'OFL-1.1',
    script: 'Bengali',
  }));

const exception = 'GPL-3.0-or-later with font exception';

/** Noto Sans Bengali as Google publishes it is not among them: it draws ট as a part of ঢ and a stroke, so that no sign of it stands for letters. */
export const knownFonts: readonly Font[] = [
  ...debian('fonts-noto-core', 'OFL-1.1', 'Bengali', {
    'Noto Sans Bengali': 'truetype/noto/NotoSansBengali-Regular.ttf',
    'Noto Sans Bengali Bold': 'truetype/noto/NotoSansBengali-Bold.ttf',
    'Noto Serif Bengali': 'truetype/noto/NotoSerifBengali-Regular.ttf',
    'Noto Serif Bengali Bold': 'truetype/noto/NotoSerifBengali-Bold.ttf',
  }),
  ...debian('fonts-lohit-beng-bengali', 'OFL-1.1', 'Bengali', {
    'Lohit Bengali': 'truetype/lohit-bengali/Lohit-Bengali.ttf',
  }),
  ...debian('fonts-beng-extra', 'GPL-2.0-or-later', 'Bengali', {
    Jamrul: 'truetype/fonts-beng-extra/JamrulNormal.ttf',
    Likhan: 'truetype/fonts-beng-extra/LikhanNormal.ttf',
  }),
  ...debian('fonts-beng-extra', 'GPL-2.0-or-later with font exception', 'Bengali', {
    Mitra: 'truetype/fonts-beng-extra/MitraMono.ttf',
  }),
  ...debian('fonts-beng-extra', exception, 'Bengali', {
    Ani: 'truetype/fonts-beng-extra/Ani.ttf',
    Mukti: 'truetype/fonts-beng-extra/Mukti.ttf',
    'Mukti Bold': 'truetype/fonts-beng-extra/Muktibold.ttf',
  }),
  ...debian('fonts-freefont-ttf', exception, 'Bengali', {
    FreeSans: 'truetype/freefont/FreeSans.ttf',
    FreeSerif: 'truetype/freefont/FreeSerif.ttf',
  }),
  ...npm('hind-siliguri@0.4.1', {
    'Hind Siliguri': '400Regular/HindSiliguri_400Regular.ttf',
    'Hind Siliguri Bold': '700Bold/HindSiliguri_700Bold.ttf',
  }),
  ...npm('noto-serif-bengali@0.4.4', {
    'Noto Serif Bengali 2': '400Regular/NotoSerifBengali_400Regular.ttf',
    'Noto Serif Bengali 2 Bold': '700Bold/NotoSerifBengali_700Bold.ttf',
  }),
  ...npm('tiro-bangla@0.2.3', { 'Tiro Bangla': 'TiroBangla_400Regular.ttf' }),
  ...npm('galada@0.2.2', { Galada: 'Galada_400Regular.ttf' }),
  ...npm('atma@0.2.3', { Atma: 'Atma_400Regular.ttf' }),
  ...npm('baloo-da-2@0.2.3', {
    'Baloo Da 2': 'BalooDa2_400Regular.ttf',
    'Baloo Da 2 Bold': 'BalooDa2_700Bold.ttf',
  }),
  ...npm('mina@0.4.1', { Mina: '400Regular/Mina_400Regular.ttf', 'Mina Bold': '700Bold/Mina_700Bold.ttf' }),
  ...npm('anek-bangla@0.4.1', {
    'Anek Bangla': '400Regular/AnekBangla_400Regular.ttf',
    'Anek Bangla Bold': '700Bold/AnekBangla_700Bold.ttf',
  }),
  ...debian('fonts-noto-core', 'OFL-1.1', 'Latin', {
    'Noto Sans': 'truetype/noto/NotoSans-Regular.ttf',
    'Noto Sans Bold': 'truetype/noto/NotoSans-Bold.ttf',
  }),
  ...debian('fonts-dejavu-core', 'Bitstream Vera', 'Latin', {
    'DejaVu Sans': 'truetype/dejavu/DejaVuSans.ttf',
    'DejaVu Sans Bold': 'truetype/dejavu/DejaVuSans-Bold.ttf',
  }),
  ...debian('fonts-freefont-ttf', exception, 'Latin', {
    'FreeSans Bold': 'truetype/freefont/FreeSansBold.ttf',
    'FreeSerif Bold': 'truetype/freefont/FreeSerifBold.ttf',
  }),
  ...debian('fonts-liberation2', 'OFL-1.1', 'Latin', {
    'Liberation Sans': 'truetype/liberation2/LiberationSans-Regular.ttf',
    'Liberation Sans Bold': 'truetype/liberation2/LiberationSans-Bold.ttf',
    'Liberation Serif': 'truetype/liberation2/LiberationSerif-Regular.ttf',
    'Liberation Serif Bold': 'truetype/liberation2/LiberationSerif-Bold.ttf',
  }),
];

/** The folder that the fonts of npm are fetched to. */
export function fetchPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-fonts-'));
  const packages = new Set(knownFonts.map((font) => font.package).filter((name) => name.startsWith('@')));
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...packages],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return join(folder, 'node_modules');
}

export function fontFileOf(font: Font, packages: string): string {
  const isNpm = font.package.startsWith('@');
  const file = isNpm
    ? join(packages, font.package.replace(/@[\d.]+$/, ''), font.file)
    : join('/usr/share/fonts', font.file);
  if (!existsSync(file)) throw new Error(`${font.name} is missing: install ${font.package}`);
  return file;
}
