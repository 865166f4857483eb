// The calls of documents whose record a customer fills in: see the paper, make it, read the record, correct it. The same for every kind.
import { z } from 'zod';
import { defaultBodyBytes, defineEndpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as schema from '../schemas.ts';
import { BirthRecord, StoredBirth } from './birth-calls.ts';
import {
  corrected,
  fileMade,
  makingErrors,
  NidRecord,
  PaperPreview,
  previewErrors,
  recordParams,
  SignToServerRecord,
  StoredNidRecord,
  StoredSignToServerRecord,
  storedRecord,
  typedFields,
} from './calls.ts';
import { type DocumentKinds, documentKinds, type RecordKind, recordKinds } from './kinds.ts';
import type { RecordRules } from './records/record-rules.ts';
import { recordRules } from './records/records.ts';

interface Shape {
  readonly body: z.ZodObject;
  /** A correction: what it leaves out stays as it is. */
  readonly change: z.ZodObject;
  readonly stored: z.ZodObject;
  /** What may be refused in the data themselves. */
  readonly errors: readonly ErrorCode[];
  readonly bodyLimit: number;
  readonly summaries: {
    readonly make: string;
    readonly preview: string;
    readonly read: string;
    readonly correct: string;
  };
}

/** Two base64 pictures of 5 MB, and the text of a record. */
const recordWithPictures = 16 * 1024 * 1024;

/** Kinds whose calls take or answer more than their fields. */
const ownShapes = {
  nid: {
    body: NidRecord,
    change: NidRecord.partial(),
    stored: StoredNidRecord,
    errors: ['image_refused', 'foreign_link'],
    bodyLimit: recordWithPictures,
    summaries: {
      make: 'Saves an NID record, charges once, makes the document',
      preview:
        'Pictures of the paper that a record would make, marked as a preview; nothing is kept or charged',
      read: 'One saved NID record',
      correct: 'Corrects a record and makes a new version of its document, free of charge',
    },
  },
  sign_to_server: {
    body: SignToServerRecord,
    // A correction may leave the mobile number empty (specification 2, section 5).
    change: SignToServerRecord.partial().extend({
      mobile_number: z.union([z.literal(''), SignToServerRecord.shape.mobile_number]).optional(),
    }),
    stored: StoredSignToServerRecord,
    errors: ['image_refused', 'foreign_link'],
    bodyLimit: recordWithPictures,
    summaries: {
      make: 'Saves a sign-to-server copy, charges once, makes the document',
      preview:
        'Pictures of the paper that a server copy would make, marked as a preview; nothing is kept or charged',
      read: 'One saved sign-to-server copy',
      correct: 'Corrects a sign-to-server copy: a new version, free of charge',
    },
  },
  birth: {
    body: BirthRecord,
    change: BirthRecord.partial(),
    stored: StoredBirth,
    errors: ['foreign_link'],
    bodyLimit: 512 * 1024,
    summaries: {
      make: 'Saves birth registration data, charges once, makes the information copy',
      preview:
        'Pictures of the paper that the data would make, marked as a preview; nothing is kept or charged',
      read: 'One saved birth record',
      correct: 'Corrects a birth record: a new version, free of charge',
    },
  },
} as const satisfies { readonly [K in RecordKind]?: Shape };

function shapeOf(kind: RecordKind): Shape {
  const rules: RecordRules = recordRules[kind];
  const body = z.object({ ...typedFields(rules), shown_price: schema.shownPrice });
  const name = documentKinds[kind].label.en;
  return {
    body,
    change: body.partial(),
    stored: storedRecord(rules, {}),
    errors: ['foreign_link'],
    bodyLimit: defaultBodyBytes,
    summaries: {
      make: `${name}: saves the record, charges once, makes the document`,
      preview: `${name}: pictures of the paper, marked as a preview; nothing is kept or charged`,
      read: `${name}: one saved record`,
      correct: `${name}: corrects a record and makes a new version of its document, free of charge`,
    },
    ...(ownShapes as Partial<Record<RecordKind, Shape>>)[kind],
  };
}

type OwnShapes = typeof ownShapes;
type FieldsOf<K extends RecordKind> = (typeof recordRules)[K]['fields'][number];
type BodyOf<K extends RecordKind> = K extends keyof OwnShapes
  ? OwnShapes[K]['body']
  : z.ZodObject<
      ReturnType<typeof typedFields<FieldsOf<K>, never>> & { shown_price: typeof schema.shownPrice }
    >;
type ChangeOf<K extends RecordKind> = K extends keyof OwnShapes
  ? OwnShapes[K]['change']
  : ReturnType<BodyOf<K>['partial']>;
type StoredOf<K extends RecordKind> = K extends keyof OwnShapes
  ? OwnShapes[K]['stored']
  : ReturnType<typeof storedRecord<FieldsOf<K>, never, Record<never, never>>>;
type PathsOf<K extends RecordKind> = DocumentKinds[K]['record'];

function callsOf<K extends RecordKind>(kind: K) {
  const { makePath, path } = documentKinds[kind].record as PathsOf<K>;
  const { body, change, stored, errors, bodyLimit, summaries } = shapeOf(kind);
  return {
    make: defineEndpoint({
      methods: ['POST'],
      path: makePath as PathsOf<K>['makePath'],
      summary: summaries.make,
      access: 'signed_in',
      bodyLimit,
      body: body as z.ZodObject as BodyOf<K>,
      output: z.object({ message: z.string(), data: fileMade }),
      status: 201,
      idempotent: true,
      errors: [...makingErrors, ...errors],
    }),
    preview: defineEndpoint({
      methods: ['POST'],
      path: `${makePath}preview/` as `${PathsOf<K>['makePath']}preview/`,
      summary: summaries.preview,
      access: 'signed_in',
      bodyLimit,
      body: body as z.ZodObject as BodyOf<K>,
      output: PaperPreview,
      errors: previewErrors,
    }),
    read: defineEndpoint({
      methods: ['GET'],
      path: `${path}:id/` as `${PathsOf<K>['path']}:id/`,
      summary: summaries.read,
      access: 'signed_in',
      viewedArea: 'files',
      params: recordParams,
      output: stored as z.ZodObject as StoredOf<K>,
    }),
    correct: defineEndpoint({
      methods: ['PUT', 'PATCH'],
      path: `${path}:id/` as `${PathsOf<K>['path']}:id/`,
      summary: summaries.correct,
      access: 'signed_in',
      bodyLimit,
      params: recordParams,
      body: change as z.ZodObject as ChangeOf<K>,
      output: corrected,
      idempotent: true,
      errors: [...errors, 'record_changed'],
    }),
  };
}

type CallsOf<K extends RecordKind> = ReturnType<typeof callsOf<K>>;

export const recordCalls = Object.fromEntries(
  recordKinds.map((kind) => [kind, callsOf(kind)]),
) as unknown as {
  readonly [K in RecordKind]: CallsOf<K>;
};

type Named<Name extends keyof CallsOf<RecordKind>> = {
  readonly [K in RecordKind as `${Name}_${K}`]: CallsOf<K>[Name];
};

export const recordEndpoints = Object.fromEntries(
  recordKinds.flatMap((kind) =>
    Object.entries(recordCalls[kind]).map(([name, endpoint]) => [`${name}_${kind}`, endpoint]),
  ),
) as unknown as Named<'make'> & Named<'preview'> & Named<'read'> & Named<'correct'>;

/** What arrives for a new record, what for a correction, and what is answered when one is read. */
export type RecordBody<K extends RecordKind> = z.output<BodyOf<K>>;
export type RecordChange<K extends RecordKind> = z.output<ChangeOf<K>>;
export type StoredRecord<K extends RecordKind> = z.input<StoredOf<K>>;
