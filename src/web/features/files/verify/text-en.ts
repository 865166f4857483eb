// English texts of the verification page.
import type { VerifyText } from './text-bn.ts';

export const verifyEn: VerifyText = {
  title: 'Verify a copy',
  hint: 'Type the code printed on the copy. Bengali or English digits, small or capital letters: all are read.',
  code: 'Verification code',
  submit: 'Verify',
  badCode: 'The code is incomplete or one character is wrong. Compare it and type it again.',
  checking: 'Checking…',
  failed: 'Verification is not possible right now',
  another: 'Verify another code',
  print: 'Print the result',
  checkedAt: 'Checked at',
  kind: 'Kind of copy',
  name: 'Name (partly hidden)',
  number: 'Serial number',
  version: 'Version',
  madeAt: 'Made at',
  madeBy: 'Made by',
  sources: 'Source of the data',
  registry: (count) => `${count} from the registry`,
  extracted: (count) => `${count} from the submitted copy`,
  customer: (count) => `${count} typed or changed by the customer`,
  fingerprint: 'Fingerprint of the file (SHA-256)',
  privacy: 'This page shows no personal data.',
  notGovernment: 'Not a government document: a paper of the Nothipotro portal',
  scan: 'Scan with the camera',
  stopCamera: 'Stop the camera',
  camera: 'Hold the QR code in front of the camera',
  cameraFailures: {
    refused: 'The camera was not allowed. Allow it in the settings of the browser, or type the code.',
    missing: 'No camera was found on this device. Type the code, or give the PDF file.',
    failed: 'The camera did not start. Type the code, or give the PDF file.',
  },
  drop: 'Or give the PDF file',
  dropHint: 'The file stays on your device; only its digital fingerprint is compared.',
  file: 'File',
  unknownFile: {
    title: 'This file is not ours',
    text: 'Nothipotro did not make this file, or it carries no code of ours. If there is a code on the paper, type it.',
  },
  lockedFile:
    'The file is locked with a password and could not be checked. Type the code that is printed on the paper.',
  statements: {
    holds: 'The signature in the QR code holds: number, version and time were written by Nothipotro.',
    broken:
      'The signature in the QR code does not hold: it was not printed by Nothipotro, or belongs to another copy. Do not rely on the paper.',
    unchecked: 'This browser could not check the signature in the QR code.',
  },
  genuineFile: {
    title: 'The paper is unchanged',
    text: 'The file is exactly as Nothipotro made it, and it is the latest version.',
  },
  vouchings: {
    registry: {
      title: 'Source: the registry',
      text: ({ all }) => `All ${all} fields came from the registry, and none was changed.`,
    },
    partly: {
      title: 'Some of the data were checked by nobody',
      text: ({ all, registry }) =>
        `${registry} of ${all} fields came from the registry; the customer supplied the others, and nobody checked them.`,
    },
    copy: {
      title: 'Nobody checked the data',
      text: ({ extracted, customer }) =>
        `${extracted} fields were read from a copy that the customer supplied, ${customer} were typed. Ask for the original.`,
    },
    nobody: {
      title: 'Nobody checked the data',
      text: ({ all }) => `All ${all} fields were typed by the customer. Ask for the original.`,
    },
    shop: {
      title: 'Source: the books of Nothipotro',
      text: () => 'The sums come from the shop’s own books.',
    },
  },
  series: {
    title: (keyword) => `${keyword} is the name of a barcode series`,
    text: (keyword) =>
      `It is not the code of a paper. Type or scan the verification code of 12 characters that is printed after ${keyword}.`,
  },
  verdicts: {
    genuine: {
      title: 'The paper of this code is unchanged',
      text: 'Nothipotro made the copy with this code, and it is the latest version. Compare the facts below with the paper.',
    },
    superseded: {
      title: 'An older version',
      text: 'Nothipotro made this copy, but it was corrected later. Ask for the newer one.',
    },
    revoked: { title: 'A revoked copy', text: 'This copy was revoked. Do not rely on it.' },
    altered: {
      title: 'The copy was altered',
      text: 'The file carries one of our codes but is no longer the same. Do not rely on it.',
    },
    unknown: {
      title: 'There is no such copy',
      text: 'Nothipotro never made a copy with this code. Compare the code again; if it is right, the paper is not ours.',
    },
  },
};
