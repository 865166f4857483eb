// The PDF producers installed on this machine. Each is actually run; missing ones are reported.

import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type Drawing, type HtmlLayoutName, htmlOf, layoutNames } from './html-layouts.ts';
import { latexOf, markupLayouts, placedTexts, svgOf, typstOf } from './markup-layouts.ts';

const run = promisify(execFile);

export interface Job {
  layout: string;
  drawing: Drawing;
  /** An empty folder with photo.jpg and signature.jpg. */
  folder: string;
}

export interface Producer {
  name: string;
  layouts: readonly string[];
  /** The command it needs on the path; Typst comes with the packages. */
  programs: readonly string[];
  /** The package of Python's that it needs. */
  python?: string;
  make: (job: Job) => Promise<Uint8Array>;
}

function findProgram(names: readonly string[]): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {}
    }
  }
  return undefined;
}

const limits = { timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };

async function written(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

let browser: Promise<Browser> | undefined;

async function chromiumPdf({ layout, drawing }: Job): Promise<Uint8Array> {
  browser ??= chromium.launch({
    executablePath: findProgram(['chromium', 'google-chrome'])!,
    args: ['--no-sandbox'],
  });
  const page = await (await browser).newPage();
  try {
    await page.setContent(htmlOf(layout as HtmlLayoutName, drawing));
    return new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true }));
  } finally {
    await page.close();
  }
}

/** Makes a PDF from another producer's PDF, as print drivers and converters do. */
async function convertPdf(
  job: Job,
  command: (from: string, to: string) => [string, string[]],
): Promise<Uint8Array> {
  const from = join(job.folder, 'from.pdf');
  const to = join(job.folder, 'to.pdf');
  await writeFile(from, await chromiumPdf(job));
  await run(...command(from, to), limits);
  return readFile(to);
}

/** LibreOffice, via the format that a sheet was stored in. */
async function officePdf(job: Job, format: 'html' | 'odt' | 'docx'): Promise<Uint8Array> {
  let file = await written(job.folder, 'sheet.html', htmlOf(job.layout as HtmlLayoutName, job.drawing));
  const profile = `-env:UserInstallation=${pathToFileURL(join(job.folder, 'profile')).href}`;
  const convert = (to: string, ...more: string[]) =>
    run(
      'soffice',
      [profile, '--headless', ...more, '--convert-to', to, '--outdir', job.folder, file],
      limits,
    );
  if (format !== 'html') {
    await convert(format === 'odt' ? 'odt:writer8' : 'docx:MS Word 2007 XML', '--infilter=HTML (StarWriter)');
    file = join(job.folder, `sheet.${format}`);
  }
  await convert('pdf');
  return readFile(join(job.folder, 'sheet.pdf'));
}

async function typstPdf(job: Job): Promise<Uint8Array> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
  const file = await written(job.folder, 'sheet.typ', typstOf(job.layout as 'lines', job.drawing));
  const compiler = NodeCompiler.create({
    workspace: job.folder,
    fontArgs: [{ fontPaths: ['/usr/share/fonts', '/usr/local/share/fonts'] }],
  });
  return compiler.pdf({ mainFilePath: file });
}

async function latexPdf(job: Job): Promise<Uint8Array> {
  await written(job.folder, 'sheet.tex', latexOf(job.layout as 'lines', job.drawing));
  await run('xelatex', ['-interaction=batchmode', 'sheet.tex'], { ...limits, cwd: job.folder }).catch(
    () => {},
  );
  return readFile(join(job.folder, 'sheet.pdf'));
}

async function commandPdf(job: Job, program: string, args: readonly string[]): Promise<Uint8Array> {
  const to = join(job.folder, 'sheet.pdf');
  const from = await written(job.folder, 'sheet.html', htmlOf(job.layout as HtmlLayoutName, job.drawing));
  await run(program, [...args, from, to], limits);
  return readFile(to);
}

async function svgPdf(job: Job): Promise<Uint8Array> {
  const from = await written(job.folder, 'sheet.svg', svgOf(job.layout as 'lines', job.drawing));
  const to = join(job.folder, 'sheet.pdf');
  await run('rsvg-convert', ['-f', 'pdf', '-o', to, from], limits);
  return readFile(to);
}

/** Draws texts one by one and shapes nothing, as programs do that print a form from a list of fields. */
const reportlabProgram = `
import json, sys
from reportlab.pdfgen import canvas
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
job = json.load(open(sys.argv[1]))
pdfmetrics.registerFont(TTFont('Sheet', job['font']))
page = canvas.Canvas(sys.argv[2], pagesize=(595, 842))
page.drawImage(job['photo'], 30, 730, 62, 80)
page.drawImage(job['signature'], 110, 760, 95, 22)
at = 0
for text in job['texts']:
    if text['page'] != at:
        page.showPage()
        at = text['page']
    page.setFont('Sheet', text['size'])
    page.drawString(text['x'], 842 - text['y'], text['text'])
page.save()
`;

async function reportlabPdf(job: Job): Promise<Uint8Array> {
  const to = join(job.folder, 'sheet.pdf');
  const program = await written(job.folder, 'sheet.py', reportlabProgram);
  const from = await written(
    job.folder,
    'sheet.json',
    JSON.stringify({
      font: '/usr/share/fonts/truetype/freefont/FreeSans.ttf',
      photo: join(job.folder, 'photo.jpg'),
      signature: join(job.folder, 'signature.jpg'),
      texts: placedTexts(job.layout, job.drawing),
    }),
  );
  await run(python, [program, from, to], limits);
  return readFile(to);
}

/** Debian's, which has its packages. */
const python = '/usr/bin/python3';

const all: readonly Producer[] = [
  { name: 'chromium', layouts: layoutNames, programs: ['chromium'], make: chromiumPdf },
  { name: 'office-html', layouts: layoutNames, programs: ['soffice'], make: (job) => officePdf(job, 'html') },
  { name: 'office-odt', layouts: layoutNames, programs: ['soffice'], make: (job) => officePdf(job, 'odt') },
  { name: 'office-docx', layouts: layoutNames, programs: ['soffice'], make: (job) => officePdf(job, 'docx') },
  {
    name: 'wkhtmltopdf',
    layouts: layoutNames,
    programs: ['wkhtmltopdf'],
    make: (job) => commandPdf(job, 'wkhtmltopdf', ['-q', '--enable-local-file-access']),
  },
  {
    name: 'weasyprint',
    layouts: layoutNames,
    programs: ['weasyprint'],
    make: (job) => commandPdf(job, 'weasyprint', ['-q']),
  },
  { name: 'typst', layouts: markupLayouts, programs: [], make: typstPdf },
  { name: 'xelatex', layouts: ['table', 'lines'], programs: ['xelatex'], make: latexPdf },
  { name: 'cairo', layouts: markupLayouts, programs: ['rsvg-convert'], make: svgPdf },
  {
    name: 'ghostscript',
    layouts: layoutNames,
    programs: ['chromium', 'gs'],
    make: (job) =>
      convertPdf(job, (from, to) => [
        'gs',
        ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${to}`, from],
      ]),
  },
  {
    name: 'poppler',
    layouts: layoutNames,
    programs: ['chromium', 'pdftocairo'],
    make: (job) => convertPdf(job, (from, to) => ['pdftocairo', ['-pdf', from, to]]),
  },
  {
    name: 'reportlab',
    layouts: ['columns', 'colon-column', 'pairs'],
    programs: [],
    python: 'reportlab',
    make: reportlabPdf,
  },
];

export function findProducers(): { producers: Producer[]; missing: string[] } {
  const isThere = (producer: Producer) =>
    producer.programs.every((program) => findProgram([program]) !== undefined) &&
    (producer.python === undefined || spawnSync(python, ['-c', `import ${producer.python}`]).status === 0);
  return {
    producers: all.filter(isThere),
    missing: all.filter((one) => !isThere(one)).map((one) => one.name),
  };
}

export async function closeProducers(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
