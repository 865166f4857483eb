// English texts of the verification page.
import type { VerifyText } from './text-bn.ts';

export const verifyEn: VerifyText = {
  title: 'Verify a copy',
  hint: 'Type the code printed on the copy. Bengali or English digits, upper or lower case: all work.',
  code: 'Verification code',
  submit: 'Verify',
  badCode: 'The code is incomplete or has a wrong character. Check it and type it again.',
  checking: 'Checking…',
  failed: 'Verification is not possible right now',
  another: 'Verify another code',
  print: 'Print result',
  checkedAt: 'Checked at',
  kind: 'Kind of copy',
  name: 'Name (partly hidden)',
  number: 'Serial number',
  version: 'Version',
  madeAt: 'Made at',
  madeBy: 'Created by',
  sources: 'Data source',
  registry: (count) => `${count} from the registry`,
  extracted: (count) => `${count} from the submitted copy`,
  customer: (count) => `${count} typed or changed by the customer`,
  fingerprint: 'File fingerprint (SHA-256)',
  privacy: 'This page shows no personal data.',
  notGovernment: 'Not a government document: a paper of the Nothipotro portal',
  scan: 'Scan with the camera',
  stopCamera: 'Stop the camera',
  camera: 'Point the camera at the QR code',
  cameraFailures: {
    refused: 'Camera access was denied. Allow it in your browser settings, or type the code.',
    missing: 'No camera was found on this device. Type the code, or choose the PDF file.',
    failed: 'The camera did not start. Type the code, or choose the PDF file.',
  },
  drop: 'Or choose the PDF file',
  dropHint: 'The file stays on your device; only its digital fingerprint is compared.',
  file: 'File',
  unknownFile: {
    title: 'This file is not ours',
    text: 'Nothipotro did not make this file, or it does not carry our code. If there is a code on the paper, type it.',
  },
  lockedFile:
    'The file is locked with a password and could not be checked. Type the code that is printed on the paper.',
  statements: {
    holds: 'The signature in the QR code is valid: the number, version and time were written by Nothipotro.',
    broken:
      'The signature in the QR code is not valid: Nothipotro did not print it, or it belongs to another copy. Do not rely on the paper.',
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
      title: 'Some of the data was not checked by anyone',
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
      text: () => 'The figures come from the shop’s own books.',
    },
  },
  series: {
    title: (keyword) => `${keyword} is the name of a barcode series`,
    text: (keyword) =>
      `It is not a paper’s code. Type or scan the 12-character verification code printed after ${keyword}.`,
  },
  verdicts: {
    genuine: {
      title: 'The paper with this code is unchanged',
      text: 'Nothipotro made the copy with this code, and it is the latest version. Compare the details below with the paper.',
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
      title: 'No such copy',
      text: 'Nothipotro never made a copy with this code. Compare the code again; if it is right, the paper is not ours.',
    },
  },
};
