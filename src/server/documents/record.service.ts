// Use cases of records that customers fill in, the same for every kind: previewing and making the paper, reading and correcting the record.
import { type RecordKind, recordKinds } from '#contract/documents/kinds.ts';
import type { RecordBody, RecordChange, StoredRecord } from '#contract/documents/record-calls.ts';
import type { RecordRules } from '#contract/documents/records/record-rules.ts';
import { recordRules } from '#contract/documents/records/records.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import type { DocumentCall, DocumentMaker } from './make-document.ts';
import type { Pictures } from './pictures.ts';
import type { ReadingOf, Readings } from './readings.ts';
import {
  correctedOrigins,
  type KindRules,
  originsOf,
  printRulesOf,
  type SealedRecord,
  valuesInBody,
} from './record.rules.ts';

export interface RecordDeps {
  readonly maker: DocumentMaker;
  readonly readings: Readings;
  readonly pictures: Pictures;
}

type Body = Readonly<Record<string, unknown>>;

/** What one kind of record needs beyond its rules in the contract. */
interface Plan<R extends SealedRecord, New extends Body = Body, Change extends Body = Body> {
  readonly printed?: KindRules<R>;
  /** Source of values: the field of the body that names the reading, and its values under the record's names. */
  readonly source?: {
    readonly of: ReadingOf;
    readonly named: string & keyof New;
    readonly as: 'extracted' | 'registry';
    readonly renamed?: (read: SealedRecord['values']) => Partial<R['values']>;
  };
  /** Fields of the body with pictures, in base64 or as data URLs. */
  readonly pictures?: Readonly<Record<'photo' | 'signature', string & keyof New>>;
  /** Throws for content that may never be printed. */
  refuse?(body: Change): void;
  /** Returns what the record stores in addition to values and pictures. */
  rest?(body: Change, before: R | undefined): Omit<R, keyof SealedRecord>;
  /** Returns what the response contains in addition to values and codes. */
  answered?(record: R, verificationCode: string): object;
}
export type RecordPlan<K extends RecordKind, R extends SealedRecord> = Plan<
  R,
  RecordBody<K>,
  RecordChange<K>
>;

interface Context<R extends SealedRecord> extends RecordDeps {
  readonly plan: Plan<R>;
  readonly rules: RecordRules;
  readonly printed: KindRules<R>;
}

const textIn = (body: Body, field: string) => body[field] as string | null | undefined;

async function sourceOf<R extends SealedRecord>({ plan, readings }: Context<R>, caller: Caller, body: Body) {
  const { source } = plan;
  if (!source) return { read: {}, as: 'registry' as const };
  const read = await readings.find(caller, source.of, textIn(body, source.named));
  return { read: source.renamed?.(read as SealedRecord['values']) ?? read, as: source.as };
}

/** Reads new pictures; undefined where none was sent. @throws FieldFault `picture_of_other_copy`; Fault `image_refused` */
async function readPictures<R extends SealedRecord>(
  { plan, readings, pictures }: Context<R>,
  caller: Caller,
  body: Body,
  named: string | null | undefined,
  number: string,
) {
  if (!plan.pictures) return {};
  const fields = plan.pictures;
  const sent = { photo: textIn(body, fields.photo), signature: textIn(body, fields.signature) };
  await readings.assertPicturesOf(caller, named, number, {
    [fields.photo]: sent.photo,
    [fields.signature]: sent.signature,
  });
  const owner = String(caller.userId);
  const [photo, signature] = await Promise.all([
    pictures.readOptional(fields.photo, sent.photo, 'jpeg', owner),
    pictures.readOptional(fields.signature, sent.signature, 'png', owner),
  ]);
  return { photo, signature };
}

/** @param before the record to correct; what the body leaves out stays as it is */
async function compose<R extends SealedRecord>(
  context: Context<R>,
  caller: Caller,
  body: Body,
  before?: R,
): Promise<R> {
  const { plan, rules, readings } = context;
  const { source } = plan;
  const { number } = rules;
  const given = source && textIn(body, source.named);
  if (before && source)
    await readings.assertSamePerson(caller, source.of, given, {
      number: before.values[number]!,
      readingId: before.readingId,
    });
  const values = {
    ...Object.fromEntries(rules.fields.map((field) => [field, ''])),
    ...before?.values,
    ...valuesInBody(rules.fields, body as Partial<R['values']>),
  } as R['values'];
  const named = given ?? before?.readingId;
  const { photo, signature } = await readPictures(context, caller, body, named, values[number]!);
  const from = await sourceOf(context, caller, body);
  return {
    values,
    origins: before ? correctedOrigins(before.values, values, before.origins, from) : originsOf(values, from),
    photo: photo ?? before?.photo ?? null,
    signature: signature ?? before?.signature ?? null,
    readingId: before ? before.readingId : (given ?? null),
    ...plan.rest?.(body, before),
  } as R;
}

/** @throws Fault `service_inactive`, `too_many_requests`, `image_refused`, `foreign_link`; FieldFault */
async function previewRecord<R extends SealedRecord>(context: Context<R>, caller: Caller, body: Body) {
  const { plan, printed, maker } = context;
  plan.refuse?.(body);
  return maker.preview(caller, printed, () => compose(context, caller, body));
}

/** @throws Fault `service_inactive`, `insufficient_balance`, `wallet_inactive`, `image_refused`, `foreign_link`; FieldFault */
async function makeRecord<R extends SealedRecord>(context: Context<R>, call: DocumentCall, body: Body) {
  const { plan, rules, printed, maker } = context;
  plan.refuse?.(body);
  return maker.make(call, {
    rules: printed,
    status: 201,
    shownPaisa: body.shown_price as bigint | null | undefined,
    compose: () => compose(context, call.caller, body),
    answer: ({ recordId, fileCode, verificationCode, openPath }) => ({
      message: rules.messages.made[call.origin.language],
      data: {
        id: recordId,
        file_code: fileCode,
        verification_code: verificationCode,
        open_path: openPath,
      },
    }),
  });
}

/** @throws Fault `not_found` */
async function readRecord<R extends SealedRecord>(
  { plan, printed, maker }: Context<R>,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
) {
  const { record, fileCode, verificationCode } = await maker.openRecord(printed, caller, id, origin);
  return {
    id,
    ...record.values,
    ...plan.answered?.(record, verificationCode),
    file_code: fileCode,
    verification_code: verificationCode,
    provenance: record.origins,
  };
}

/** @throws Fault `not_found`, `record_changed`, `image_refused`, `foreign_link`; FieldFault */
async function correctRecord<R extends SealedRecord>(
  context: Context<R>,
  call: DocumentCall,
  id: number,
  body: Body,
) {
  const { plan, rules, printed, maker } = context;
  plan.refuse?.(body);
  const message = rules.messages.corrected[call.origin.language];
  return maker.correct(call, printed, id, message, (before) => compose(context, call.caller, body, before));
}

export type Plans = { readonly [K in RecordKind]?: RecordPlan<K, SealedRecord> };

function createRecord<K extends RecordKind>(deps: RecordDeps, plans: Plans, kind: K) {
  const plan: Plan<SealedRecord> = plans[kind] ?? {};
  const printed = plan.printed ?? printRulesOf(kind);
  const context: Context<SealedRecord> = { ...deps, plan, printed, rules: recordRules[kind] };
  // Bound by hand, because each kind has its own types.
  return {
    preview: (caller: Caller, body: RecordBody<K>) => previewRecord(context, caller, body),
    make: (call: DocumentCall, body: RecordBody<K>) => makeRecord(context, call, body),
    read: (caller: Caller, id: number, origin: RequestOrigin) =>
      readRecord(context, caller, id, origin) as Promise<object> as Promise<StoredRecord<K>>,
    correct: (call: DocumentCall, id: number, body: RecordChange<K>) =>
      correctRecord(context, call, id, body),
  };
}

type Records = { readonly [K in RecordKind]: ReturnType<typeof createRecord<K>> };

/** Creates the use cases of all kinds. A kind without a plan needs only its rules. */
export const createRecords = (deps: RecordDeps, plans: Plans): Records =>
  Object.fromEntries(
    recordKinds.map((kind) => [kind, createRecord(deps, plans, kind)]),
  ) as unknown as Records;
