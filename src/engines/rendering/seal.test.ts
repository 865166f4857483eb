// The seal's certificate and container: what PDF readers see, and what the check accepts.
import { createHash, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { inventDocument } from './invented-documents.test-support.ts';
import { checkDocument } from './printable-document.ts';
import { createSealer, hasIntactSeal } from './seal.ts';
import { generateSealKey } from './seal-key.ts';
import { createTypesetter } from './typesetter.ts';

// paper.pdf is an empty page, sealed by an earlier release with a key that no longer exists.
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/sealed-paper', name));

describe('the certificate of a new key', () => {
  let certificate: X509Certificate;
  beforeAll(async () => {
    const { certificatePem } = await generateSealKey('নথিপত্র', new Date('2026-11-22T08:00:00.5Z'));
    certificate = new X509Certificate(certificatePem);
  });

  it('is signed with its own key, and bears the name and twenty years', () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect([certificate.subject, certificate.issuer]).toEqual(['CN=নথিপত্র', 'CN=নথিপত্র']);
    expect([certificate.validFrom, certificate.validTo]).toEqual([
      'Nov 22 08:00:00 2026 GMT',
      'Nov 22 08:00:00 2046 GMT',
    ]);
    expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 });
    expect(certificate.serialNumber).toMatch(/^01[0-9A-F]{30}$/);
  });

  it('says that the key signs documents and no certificates', () => {
    expect(certificate.ca).toBe(false);
    const inside = certificate.raw.toString('hex');
    // Critical: not an authority; digitalSignature and nonRepudiation.
    expect(inside).toContain('300c0603551d130101ff04023000');
    expect(inside).toContain('300e0603551d0f0101ff0404030206c0');
    expect(inside).toContain('301d0603551d0e04160414');
  });
});

/** What the seal covers, and its container without unused room. */
function partsOf(pdf: Uint8Array) {
  const file = Buffer.from(pdf);
  const range = file.toString('latin1', file.lastIndexOf('/ByteRange'));
  const [from = 0, until = 0] = /^\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/.exec(range)!.slice(1).map(Number);
  const container = Buffer.from(file.toString('latin1', from + 1, until - 1), 'hex');
  return {
    covered: Buffer.concat([file.subarray(0, from), file.subarray(until)]),
    // The length stands in the third and fourth byte.
    container: container.subarray(0, 4 + container.readUInt16BE(2)),
  };
}

describe('a new seal', () => {
  it('is the one that the library makes, for each paper and time anew', async () => {
    const key = await generateSealKey('নথিপত্র');
    const seal = createSealer(key);
    for (const [kind, time] of [
      ['nid', '2027-01-02T03:04:05.678Z'],
      ['tin', '2026-12-31T23:59:59.000Z'],
    ] as const) {
      const typeset = createTypesetter().typeset(checkDocument(inventDocument(kind)));
      const ours = await seal(typeset, new Date(time));
      const file = await PDF.load(typeset);
      const { bytes } = await file.sign({
        signer: {
          certificate: new Uint8Array(new X509Certificate(key.certificatePem).raw),
          keyType: 'RSA',
          signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
          sign: async (data, algorithm) => new Uint8Array(sign(algorithm, data, key.privateKeyPem)),
        },
        signingTime: new Date(`${time.slice(0, 19)}Z`),
        level: 'B-B',
        estimatedSize: 4096,
      });
      const [made, expected] = [partsOf(ours), partsOf(bytes)];
      // The library's field stands in the file in other words, so digest and signature are others.
      const digest = createHash('sha256').update(made.covered).digest();
      const digestAt = made.container.indexOf(digest);
      const asIfTheirs = Buffer.from(made.container);
      createHash('sha256').update(expected.covered).digest().copy(asIfTheirs, digestAt);
      expected.container.subarray(-384).copy(asIfTheirs, asIfTheirs.length - 384);
      expect(digestAt).toBeGreaterThan(0);
      expect(asIfTheirs.equals(expected.container)).toBe(true);
      expect(hasIntactSeal(ours, key.certificatePem)).toBe(true);
      expect(Buffer.from(ours).subarray(0, typeset.length).equals(typeset)).toBe(true);
    }
  });

  it('is made once the library can be loaded again', async () => {
    const { privateKeyPem, certificatePem } = await generateSealKey('নথিপত্র');
    const seal = createSealer({ privateKeyPem, certificatePem });
    const typeset = createTypesetter().typeset(checkDocument(inventDocument('tin')));
    vi.doMock('@libpdf/core', () => {
      throw new Error('too many open files');
    });
    await expect(seal(typeset, new Date())).rejects.toThrow();
    vi.doUnmock('@libpdf/core');
    expect(hasIntactSeal(await seal(typeset, new Date()), certificatePem)).toBe(true);
  });

  it('is refused to a file that has a form already', async () => {
    const seal = createSealer(await generateSealKey('নথিপত্র'));
    const typeset = createTypesetter().typeset(checkDocument(inventDocument('tin')));
    const sealed = await seal(typeset, new Date());
    await expect(seal(sealed, new Date())).rejects.toThrow();
  });
});

describe('the seal of a paper from an earlier release', () => {
  const paper = fixture('paper.pdf');
  const certificate = fixture('certificate.pem').toString();
  const [, from = 0, until = 0] = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/
    .exec(paper.toString('latin1'))!
    .map(Number);
  const container = Buffer.from(paper.toString('latin1', from + 1, until - 1), 'hex');
  const withContainer = (bytes: Uint8Array) => {
    const changed = Buffer.from(paper);
    const text = Buffer.from(bytes)
      .toString('hex')
      .toUpperCase()
      .slice(0, until - from - 2);
    changed.write(text.padEnd(until - from - 2, '0'), from + 1, 'latin1');
    return changed;
  };

  it('holds', () => {
    expect(hasIntactSeal(paper, certificate)).toBe(true);
    expect(hasIntactSeal(withContainer(container), certificate)).toBe(true);
  });

  it('breaks by any change of what is covered or of the container', () => {
    const broken = (bytes: Uint8Array) => expect(hasIntactSeal(bytes, certificate)).toBe(false);
    for (let at = 0; at < paper.length; at += at < from || at > until ? 1 : 97) {
      if (at > from && at < until) continue;
      const changed = Buffer.from(paper);
      changed[at]! ^= 1;
      broken(changed);
    }
    const small = Buffer.from(paper);
    small.write(paper.toString('latin1', from, until).toLowerCase(), from, 'latin1');
    broken(small);
    // Certificate, attributes, signature and what holds them together, and the unused room.
    for (let at = 0; at < container.length; at += 1) {
      const changed = Buffer.from(container);
      changed[at]! ^= 1;
      broken(withContainer(changed));
    }
  }, 180_000);

  it('is none, and no fault, whatever stands in its place', () => {
    const lengths = fc.constantFrom(0x00, 0x02, 0x30, 0x31, 0x80, 0x82, 0x84, 0xa0, 0xff);
    fc.assert(
      fc.property(fc.uint8Array({ max: 255, maxLength: 400 }), lengths, (bytes, first) => {
        expect(hasIntactSeal(withContainer(Buffer.from([0x30, first, ...bytes])), certificate)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.nat(1_800), fc.uint8Array({ minLength: 1, maxLength: 30 }), (at, bytes) => {
        const changed = Buffer.from(container);
        changed.set(bytes, at);
        hasIntactSeal(withContainer(changed), certificate);
      }),
    );
    const nested = Buffer.alloc(4_000, Buffer.from([0x30, 0x80]));
    expect(hasIntactSeal(withContainer(nested), certificate)).toBe(false);
  });
});
