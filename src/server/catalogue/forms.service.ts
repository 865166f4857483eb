// Use cases of the owner's forms: saving a draft, publishing it, and reading a service's current form.
import { isDeepStrictEqual } from 'node:util';
import type { FormVersion } from '#contract/catalogue/form-calls.ts';
import type { ServiceForm } from '#contract/catalogue/form-rules.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import { findServiceById } from './catalogue.queries.ts';
import * as queries from './forms.queries.ts';
import { emitCatalogueChange } from './price-changes.service.ts';

export type Forms = ReturnType<typeof createForms>;

async function readVersions(reader: Reader, serviceId: number): Promise<FormVersion[]> {
  const rows = await queries.listForms(reader, serviceId);
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.made_by),
  );
  return rows.map((row) => ({
    id: row.id,
    service: row.service_id,
    number: row.number,
    state: row.state as FormVersion['state'],
    is_current: row.id === row.current_id,
    form: row.definition as FormVersion['form'],
    by: { id: row.made_by, name: nameOf(row.made_by) },
    at: row.made_at.toISOString(),
  }));
}

/** Returns the form that an order was made with. */
export async function getFormOfOrder(reader: Reader, id: number): Promise<ServiceForm> {
  const found = await queries.findForm(reader, id);
  if (!found) throw new Error('An order names a form that does not exist');
  return found.definition as unknown as ServiceForm;
}

/** @throws Fault `not_found` */
export async function getCurrentForm(db: Database, serviceId: number) {
  const service = await findServiceById(db, serviceId);
  if (!service) throw new Fault('not_found');
  if (service.form_id === null) return { id: null, form: null };
  return getPublishedForm(db, service.form_id);
}

/** @throws Fault `not_found`, also for a draft */
export async function getPublishedForm(db: Database, id: number) {
  const found = await queries.findForm(db, id);
  if (found?.state !== 'published') throw new Fault('not_found');
  return { id: found.id, form: found.definition as unknown as FormVersion['form'] };
}

/** @throws Fault `not_found` */
export async function listForms(db: Database, serviceId: number) {
  if (!(await findServiceById(db, serviceId))) throw new Fault('not_found');
  const results = await readVersions(db, serviceId);
  return { results, count: results.length };
}

/** Whether saving would overwrite a version that the author hasn't seen. Without `seen`, only their own draft may be replaced. */
function isUnseen(newest: queries.NewestForm | undefined, seen: number | undefined, writer: number): boolean {
  if (seen === undefined) return newest?.state === 'draft' && newest.made_by !== writer;
  return seen !== (newest?.id ?? 0);
}

/** @throws Fault `not_found`, `auto_service_has_none`, `record_changed` */
export async function saveForm(
  db: Database,
  caller: Caller,
  serviceId: number,
  { form, seen }: { form: ServiceForm; seen?: number | undefined },
) {
  return inTransaction(db, async (trx) => {
    const service = await queries.lockService(trx, serviceId);
    if (!service) throw new Fault('not_found');
    if (service.is_auto_service) throw new Fault('auto_service_has_none');
    const newest = await queries.findNewestForm(trx, serviceId);
    let saved: number;
    if (isUnseen(newest, seen, caller.userId)) {
      // A retry after a lost response finds its own draft.
      const isSaved = newest?.made_by === caller.userId && isDeepStrictEqual(newest.definition, form);
      if (newest?.state !== 'draft' || !isSaved) throw new Fault('record_changed');
      saved = newest.id;
    } else saved = await queries.putDraft(trx, serviceId, form, caller.userId);
    // Read in the transaction, before the author's next save replaces it.
    return (await readVersions(trx, serviceId)).find(({ id }) => id === saved)!;
  });
}

/**
 * Makes new orders use this form from now on, or the built-in one if none is given.
 * @throws Fault `not_found`; `record_changed` for a form that isn't, or is no longer, one of the service's
 */
export async function publishForm(db: Database, caller: Caller, serviceId: number, formId: number) {
  await inTransaction(db, async (trx) => {
    const service = await queries.lockService(trx, serviceId);
    if (!service) throw new Fault('not_found');
    const found = formId === 0 ? undefined : await queries.findForm(trx, formId);
    if (formId !== 0 && found?.service_id !== serviceId) throw new Fault('record_changed');
    if (found?.state === 'draft') await queries.setPublished(trx, formId, caller.userId);
    await queries.setCurrentForm(trx, serviceId, found?.id ?? null);
    await recordEvent(trx, {
      kind: found ? 'service.form_published' : 'service.form_withdrawn',
      actorId: caller.userId,
      object: { kind: 'service', id: serviceId },
    });
    await emitCatalogueChange(trx);
  });
  return listForms(db, serviceId);
}

export function createForms(db: Database) {
  return bindDeps(db, {
    current: getCurrentForm,
    published: getPublishedForm,
    list: listForms,
    save: saveForm,
    publish: publishForm,
  });
}
