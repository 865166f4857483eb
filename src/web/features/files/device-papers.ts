// The user's own papers with and without a network: what was opened or pinned on this device is opened, saved and sent from there.
import type { File as PortalFile } from '#contract/files/calls.ts';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { fetchProtected, nameFrom, readWhole, saveBlob } from '../../lib/api/download.ts';
import { impersonation } from '../../lib/impersonation.ts';
import { isKeeping } from '../device/kept/keeping.ts';
import { findPaper, keepPaper, keptPapers } from '../device/kept/kept-papers.ts';

export type Paper = Pick<PortalFile, 'id' | 'version' | 'type' | 'open_path' | 'verification_code'>;

const nameOf = ({ type, verification_code }: Paper) => `${type}-${verification_code}.pdf`;
const asPdf = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new File([bytes], name, { type: 'application/pdf' });
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/**
 * Fetches a paper, or takes it from the device if there is no response.
 * @throws the error of the fetch if the device does not have it either
 */
async function readPaper(file: Paper, onPart?: (share: number) => void): Promise<File> {
  try {
    const answer = await fetchProtected(`${file.open_path}?download=1`);
    const bytes = await bytesOf(await readWhole(answer, onPart));
    if (isKeeping()) void keepPaper(file, bytes, false);
    return asPdf(bytes, nameFrom(answer) ?? nameOf(file));
  } catch (error) {
    const kept = isUnreachable(error) ? await findPaper(file.id) : undefined;
    if (!kept) throw error;
    return asPdf(kept, nameOf(file));
  }
}

export async function downloadPaper(file: Paper, onPart: (share: number) => void): Promise<void> {
  const paper = await readPaper(file, onPart);
  saveBlob(paper, paper.name);
}

/** Opens the paper in a new tab, within the press; a browser that shows no PDF saves it. */
export function openKeptPaper(file: Paper): void {
  const tab = window.open('', '_blank');
  void findPaper(file.id).then((bytes) => {
    if (!bytes) return tab?.close();
    const paper = asPdf(bytes, nameOf(file));
    if (!tab) return saveBlob(paper, paper.name);
    const address = URL.createObjectURL(paper);
    tab.opener = null;
    tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
}

/** Fetches a paper that was opened in a browser tab once more, for the device. */
export function rememberOpened(file: Paper): void {
  if (!isKeeping() || impersonation() || keptPapers.get().get(file.id)?.version === file.version) return;
  void readPaper(file).catch(() => undefined);
}

/** @throws if it cannot be fetched */
export async function pinPaper(file: Paper): Promise<boolean> {
  const kept = keptPapers.get().get(file.id);
  const bytes =
    kept?.version === file.version
      ? await findPaper(file.id)
      : await bytesOf(await readWhole(await fetchProtected(`${file.open_path}?download=1`)));
  return bytes !== undefined && keepPaper(file, bytes, true);
}

/**
 * Sends the paper to another app through the phone's share sheet, or saves it if that accepts no files.
 * @throws if it cannot be read
 */
export async function sendPaper(file: Paper, title: string): Promise<void> {
  const paper = await readPaper(file);
  const files = [paper];
  if (!navigator.canShare?.({ files })) return saveBlob(paper, paper.name);
  try {
    await navigator.share({ files, title });
  } catch (error) {
    // Closing the sheet is not an error; without a fresh press the browser refuses to share.
    if ((error as Error).name !== 'AbortError') saveBlob(paper, paper.name);
  }
}
