// English texts of the front page and the verification page.
import type { FrontText } from './front-bn.ts';

export const frontEn: FrontText = {
  landing: {
    nav: { about: 'About', services: 'Services', verify: 'Verify a copy' },
    login: 'Log in',
    signUp: 'Open an account',
    dashboard: 'Dashboard',
    logout: 'Log out',
    heroTitle: 'Paperwork without the running around',
    heroText:
      'Help with applications, a place for your papers, and information copies that anybody can verify. Prices known beforehand, money in your own wallet.',
    heroStart: 'Open an account',
    heroServices: 'See services and prices',
    heroNote: 'This is a private service shop, not a government office.',
    sheet: {
      banner: 'Information copy — not a government document',
      title: 'Copy of submitted information',
      name: 'Name',
      nameValue: 'R***** Kh***',
      number: 'Serial',
      source: 'Source of data',
      sourceValue: 'Registry 12 · Customer 3',
      verdict: 'Verified',
      verdictText: 'The copy is genuine and unchanged',
    },
    aboutTitle: 'Why Nothipotro',
    aboutText: 'Every taka and every piece of data is accounted for, before your eyes.',
    values: [
      {
        title: 'Prices up front',
        text: 'You see the whole price, and the balance that will remain, before you order.',
      },
      {
        title: 'Your money is safe',
        text: 'Money set aside comes back when the work is not done. The ledger cannot be erased.',
      },
      {
        title: 'Open to verification',
        text: 'Each copy has a code. Anybody can type or scan it and check the copy.',
      },
      {
        title: 'Privacy first',
        text: 'Who looked at your data, when and why leaves a trace that you can read.',
      },
    ],
    servicesTitle: 'Services',
    servicesText: 'Automatic services are ready at once; our staff take care of the others.',
    automatic: 'Automatic',
    byStaff: 'With staff help',
    priceFrom: (price) => `from ${price}`,
    servicesFailed: 'The list of services could not be loaded',
    servicesEmpty: 'No service is open at present, look again a little later',
    footer: {
      about: 'At your side for applications, safe keeping and verification.',
      links: 'Pages',
      contact: 'Contact',
      address: 'Dhaka, Bangladesh',
      honesty:
        'Nothipotro is not a government body. Copies made here are for information and do not replace official documents.',
      rights: (year) => `© ${year} Nothipotro`,
    },
  },
  verify: {
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
    notGovernment: 'This is an information copy of the Nothipotro portal, not a government document.',
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
    verdicts: {
      genuine: {
        title: 'The copy is genuine',
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
  },
};
