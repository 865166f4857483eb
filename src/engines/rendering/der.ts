// The few parts of DER (ITU-T X.690) that a self-signed certificate and a CMS signature need.

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context3: 0xa3,
} as const;

export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content]);
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

export function derOid(dotted: string): Buffer {
  const [first, second, ...others] = dotted.split('.').map(Number);
  const bytes = [first! * 40 + second!];
  for (const arc of others) {
    const groups = [arc % 128];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
      groups.unshift(0x80 | (rest % 128));
    }
    bytes.push(...groups);
  }
  return der(TAG.oid, Buffer.from(bytes));
}

export interface DerElement {
  tag: number;
  content: Buffer;
  /** Tag, length and content. */
  whole: Buffer;
}

/** The elements that follow each other in the bytes; padding behind the last is the caller's to cut off. */
export function readDer(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = readFirstDer(bytes.subarray(at));
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

/** Throws RangeError when the bytes end too early. */
export function readFirstDer(bytes: Buffer): DerElement {
  const tag = bytes.readUInt8(0);
  let length = bytes.readUInt8(1);
  let start = 2;
  if (length >= 0x80) {
    const count = length & 0x7f;
    if (count === 0 || count > 4) throw new RangeError('Unsupported DER length.');
    length = bytes.readUIntBE(2, count);
    start = 2 + count;
  }
  if (start + length > bytes.length) throw new RangeError('DER ends too early.');
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) };
}
