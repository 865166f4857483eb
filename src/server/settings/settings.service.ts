// Use cases of the shop's settings. Each process caches them for at most two seconds; see docs/decisions/0019.
import { formatDecimal, parseTaka } from '#contract/money.ts';
import {
  type PublicShop,
  type Setting,
  type ShopSettings,
  settingSchemas,
} from '#contract/settings/calls.ts';
import {
  defaultSettings,
  dueAfter,
  dueAfterPause,
  isForgotten,
  type SettingKey,
  settingKeys,
} from '#contract/settings/rules.ts';
import { findUndrawableCharacters } from '#engines/rendering/font-coverage.ts';
import { loadStaffNames, type NameOf } from '../accounts/staff-names.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { currentQueryTimeout } from '../platform/database/connection/query-timeout.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { emit } from '../platform/live/live.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import { parse } from '../platform/request/parse.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { confirmStep, readConfirmedSteps } from './confirmed-steps.service.ts';
import * as queries from './settings.queries.ts';

const cacheMs = 2_000;
const logoKey = 'logo';
const logoPixels = 256;

export interface SettingsDeps {
  readonly db: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly config: Pick<Config, 'APPROVAL_SUM' | 'STAFF_SECOND_FACTOR' | 'MAIL_FROM' | 'sandbox'>;
  /** Re-encodes a picture as PNG. @throws Fault `image_refused` */
  readonly readPicture: (bytes: Buffer, longestSide: number) => Promise<Buffer>;
}

interface CachedSettings {
  readonly rows: ReadonlyMap<string, queries.SettingRow>;
  readonly settings: ShopSettings;
}

/** The last value, the time of its request, the read in progress, and until when the last value is used because a read has failed. */
interface Cache {
  last: CachedSettings | undefined;
  askedAt: number;
  reading: Promise<CachedSettings> | undefined;
  failedUntil: number;
}

export type Settings = ReturnType<typeof createSettings>;

const paisaOf = (taka: string): bigint => parseTaka(taka) ?? 0n;

function openContext(deps: SettingsDeps) {
  const { config } = deps;
  const first: ShopSettings = {
    ...structuredClone(defaultSettings),
    money: { ...defaultSettings.money, approval_sum: formatDecimal(BigInt(config.APPROVAL_SUM) * 100n) },
    security: { ...defaultSettings.security, staff_second_factor: config.STAFF_SECOND_FACTOR },
    mail: { sender: config.MAIL_FROM },
  };
  const never = Number.NEGATIVE_INFINITY;
  const cache: Cache = { last: undefined, askedAt: never, reading: undefined, failedUntil: never };
  return { ...deps, first, cache };
}
type Context = ReturnType<typeof openContext>;

async function read(context: Context, reader: Reader = context.db): Promise<CachedSettings> {
  const { first } = context;
  const rows = new Map((await queries.listSettings(reader)).map((row) => [row.key, row]));
  const settings = Object.fromEntries(
    // Defaults fill in fields that a group has gained since its row was written.
    settingKeys.map((key) => [key, { ...first[key], ...rows.get(key)?.value }]),
  ) as ShopSettings;
  return { rows, settings };
}

/** Reads the current values, bypassing the cache, for what people are shown. */
async function loadAnew(context: Context): Promise<CachedSettings> {
  const { cache } = context;
  const askedAt = performance.now();
  const fresh = await read(context);
  // A read that was requested later may have returned sooner.
  if (askedAt < cache.askedAt) return fresh;
  Object.assign(cache, { last: fresh, askedAt });
  return fresh;
}

/** Falls back to the last value read while the database doesn't respond. The request has then waited for it once. */
async function orLast({ cache }: Context, reading: Promise<CachedSettings>): Promise<CachedSettings> {
  const begun = performance.now();
  try {
    return await reading;
  } catch (error) {
    currentQueryTimeout()?.spend(performance.now() - begun);
    if (cache.last) return cache.last;
    throw error;
  }
}

async function loadShared(context: Context): Promise<CachedSettings> {
  const { cache } = context;
  try {
    return await loadAnew(context);
  } catch (error) {
    // Otherwise each request, and each step of it, would wait for the database again.
    cache.failedUntil = performance.now() + cacheMs;
    throw error;
  } finally {
    cache.reading = undefined;
  }
}

async function load(context: Context): Promise<CachedSettings> {
  const { cache } = context;
  if (cache.last && performance.now() < Math.max(cache.askedAt + cacheMs, cache.failedUntil))
    return cache.last;
  cache.reading ??= loadShared(context);
  return orLast(context, cache.reading);
}

function present(key: SettingKey, { rows, settings }: CachedSettings, nameOf: NameOf): Setting {
  const row = rows.get(key);
  return {
    key,
    value: settings[key],
    version: row?.version ?? 0,
    changed_by: row ? { id: row.changed_by, name: nameOf(row.changed_by) } : null,
    changed_at: row?.changed_at.toISOString() ?? null,
  };
}

const logoOf = ({ rows }: CachedSettings) => rows.get(logoKey)?.value as { storage_key?: string } | undefined;

function presentPublic({ config }: Context, now: CachedSettings): PublicShop {
  const { shop, contact, announcement, money, packages, opening } = now.settings;
  return {
    name: { bn: shop.name_bn, en: shop.name_en },
    logo: logoOf(now)?.storage_key ? `/public/shop-logo/?v=${now.rows.get(logoKey)!.version}` : null,
    contact,
    sends_mail: !config.sandbox.mail,
    announcement,
    minimum_recharge: money.minimum_recharge,
    recharge_packages: packages.packages,
    opening,
  };
}

async function write(
  trx: Trx,
  key: string,
  change: Parameters<typeof queries.putSetting>[2],
  origin: RequestOrigin,
  details: Record<string, string>,
): Promise<void> {
  if (!(await queries.putSetting(trx, key, change))) throw new Fault('setting_changed');
  await recordEvent(trx, {
    kind: 'setting.changed',
    actorId: change.by,
    object: { kind: 'setting', id: key },
    ip: origin.ip,
    details,
  });
  await emit(trx, [{ audience: 'everybody', event: { type: 'shop' } }]);
}

async function putLogo(
  context: Context,
  caller: Caller,
  storageKey: string | undefined,
  origin: RequestOrigin,
) {
  const { db } = context;
  const now = await read(context);
  const before = logoOf(now) ?? {};
  const after = storageKey === undefined ? {} : { storage_key: storageKey };
  const version = now.rows.get(logoKey)?.version ?? 0;
  const word = (logo: object) => ('storage_key' in logo ? 'yes' : 'no');
  await inTransaction(db, (trx) =>
    write(trx, logoKey, { version, before, after, by: caller.userId }, origin, {
      logo: `${word(before)} → ${word(after)}`,
    }),
  );
  return presentPublic(context, await loadAnew(context));
}

/** Reads the settings, which may be cached for up to two seconds. */
export const readSettings = async (context: Context): Promise<ShopSettings> => (await load(context)).settings;

/** Reads the sum above which cash movements need a second member of staff. */
export const readApprovalSum = async (context: Context) =>
  paisaOf((await load(context)).settings.money.approval_sum);

/** Reads the daily sum above which refunds need a second member of staff. */
export const readRefundSum = async (context: Context) =>
  paisaOf((await load(context)).settings.refunds.refund_sum);

/** Reads how much cash one cashier may take at once and in a day. */
export async function readCashLimits(context: Context) {
  const { cash_recharge_limit, cash_day_limit } = (await load(context)).settings.cash;
  return { rechargePaisa: paisaOf(cash_recharge_limit), dayPaisa: paisaOf(cash_day_limit) };
}

export const readStatedMinimum = async (context: Context) =>
  paisaOf((await load(context)).settings.money.minimum_recharge);

/** @returns the bonus in paisa of the package with this price; undefined if there is none */
export async function readPackageBonus(context: Context, amountPaisa: bigint) {
  const { packages } = (await load(context)).settings.packages;
  const found = packages.find(({ amount }) => paisaOf(amount) === amountPaisa);
  return found === undefined ? undefined : paisaOf(found.bonus);
}

export async function readShopName(context: Context) {
  const { name_bn, name_en } = (await load(context)).settings.shop;
  return { bn: name_bn, en: name_en };
}

/** Whether an owner has named the shop. */
export const readIsNamed = async (context: Context) => (await load(context)).rows.has('shop');

/** Reads sender and signature of emails. The shop's own name replaces the default sender name. */
export async function readEmailHeader(context: Context) {
  const { rows, settings } = await load(context);
  const name = { bn: settings.shop.name_bn, en: settings.shop.name_en };
  const { sender } = settings.mail;
  // Split here, because characters like : and " in a name have a meaning in a header.
  const [, shown = '', address = sender] = /^([^<>]*)<([^<>]*)>$/.exec(sender) ?? [];
  const given = shown.trim().replace(/^"([^"]*)"$/, '$1');
  const isDelivered = !rows.has('mail') && given === defaultSettings.shop.name_bn;
  return { name, from: { name: isDelivered ? name.bn : given, address: address.trim() } };
}

export const readNeedsSecondFactor = async (context: Context) =>
  (await load(context)).settings.security.staff_second_factor;

export async function readSessionSeconds(context: Context) {
  const { remembered_days, brief_hours } = (await load(context)).settings.security;
  return { remembered: remembered_days * 86_400, brief: brief_hours * 3_600 };
}

/** Computes the hours from now until work that takes the given number of hours is due; closed days don't count. */
export async function countHoursUntilDue(context: Context, hours: number): Promise<number> {
  const { clock } = context;
  const now = clock.now();
  const due = dueAfter(now, hours, (await load(context)).settings.opening);
  return (due.getTime() - now.getTime()) / 3_600_000;
}

/** Returns a pure function that moves a due time by a pause, so that transactions needn't wait for settings. */
export async function readPauseRule(context: Context) {
  const { opening } = (await load(context)).settings;
  return (dueOn: Date, pause: { from: Date; to: Date }) => dueAfterPause(dueOn, pause, opening);
}

/** Returns a pure function that decides whether a taken order without activity since then is forgotten. */
export async function readForgottenRule(context: Context) {
  const { opening, orders } = (await load(context)).settings;
  return (activeAt: Date, now: Date) => isForgotten(activeAt, now, orders.return_minutes, opening);
}

async function presentAll(context: Context): Promise<Setting[]> {
  const { db } = context;
  const now = await loadAnew(context);
  const nameOf = await loadStaffNames(
    db,
    [...now.rows.values()].map((row) => row.changed_by),
  );
  return settingKeys.map((key) => present(key, now, nameOf));
}

export const listSettings = async (context: Context) => ({
  results: await presentAll(context),
  count: settingKeys.length,
});

/** @throws FieldFault, Fault `setting_changed` */
export async function changeSetting(
  context: Context,
  caller: Caller,
  key: SettingKey,
  { version, value }: { version: number; value: unknown },
  origin: RequestOrigin,
): Promise<Setting> {
  const { db } = context;
  const after: Record<string, unknown> = parse(settingSchemas[key], value)!;
  if (key === 'shop') refuseUndrawable(after);
  const now = await read(context);
  const before: Record<string, unknown> = now.settings[key];
  const moved = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  const shown = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one)).slice(0, 300);
  await inTransaction(db, (trx) =>
    write(
      trx,
      key,
      { version, before, after, by: caller.userId },
      origin,
      Object.fromEntries(moved.map((name) => [name, `${shown(before[name])} → ${shown(after[name])}`])),
    ),
  );
  return (await presentAll(context)).find((setting) => setting.key === key)!;
}

/** Rejects names that can't be printed, since papers contain them. @throws FieldFault */
function refuseUndrawable(names: Record<string, unknown>): void {
  const undrawable = Object.keys(names).filter(
    (field) => findUndrawableCharacters(String(names[field]).normalize('NFC')).length > 0,
  );
  if (undrawable.length > 0)
    throw new FieldFault(Object.fromEntries(undrawable.map((field) => [field, ['undrawable']])));
}

/** Merges some fields into the current value, in the caller's transaction. @throws Fault `setting_changed` */
export async function putSettingFields(
  context: Context,
  trx: Trx,
  key: SettingKey,
  fields: Record<string, unknown>,
  by: number,
  origin: RequestOrigin,
): Promise<void> {
  const { cache } = context;
  const { rows, settings: now } = await read(context, trx);
  const before: Record<string, unknown> = now[key];
  await write(
    trx,
    key,
    { version: rows.get(key)?.version ?? 0, before, after: { ...before, ...fields }, by },
    origin,
    Object.fromEntries(Object.keys(fields).map((name) => [name, `${before[name]} → ${fields[name]}`])),
  );
  cache.askedAt = Number.NEGATIVE_INFINITY;
}

export async function listSettingHistory(
  context: Context,
  key: SettingKey,
  page: { page: number; pageSize: number },
) {
  const { db } = context;
  const { rows, count } = await queries.listChanges(db, key, page);
  const nameOf = await loadStaffNames(
    db,
    rows.map((row) => row.changed_by),
  );
  const results = rows.map((row) => ({
    id: row.id,
    version: row.version,
    before: row.value_before,
    after: row.value_after,
    changed_by: { id: row.changed_by, name: nameOf(row.changed_by) },
    changed_at: row.changed_at.toISOString(),
  }));
  return { results, count };
}

export const readPublicShop = async (context: Context): Promise<PublicShop> =>
  presentPublic(context, await orLast(context, loadAnew(context)));

/** Returns the settings that pages are served with; changes of the last seconds reach pages through the live channel. */
export const describeShop = async (context: Context): Promise<PublicShop> =>
  presentPublic(context, await load(context));

/** @throws Fault `not_found` */
export async function readLogo(context: Context): Promise<Buffer> {
  const { storage } = context;
  // Read uncached, because browsers cache the logo for a day, under a version that may come from another process.
  const key = logoOf(await orLast(context, loadAnew(context)))?.storage_key;
  if (!key) throw new Fault('not_found');
  return storage.get(key);
}

/** @throws Fault `file_missing`, `file_too_large`, `image_refused`, `setting_changed` */
export async function changeLogo(
  context: Context,
  caller: Caller,
  upload: UploadedFile | undefined,
  origin: RequestOrigin,
) {
  const { storage, readPicture } = context;
  if (!upload || upload.bytes.length === 0) throw new Fault('file_missing');
  const key = await storage.put(await readPicture(upload.bytes, logoPixels));
  return putLogo(context, caller, key, origin);
}

export const removeLogo = (context: Context, caller: Caller, origin: RequestOrigin) =>
  putLogo(context, caller, undefined, origin);

export function createSettings(deps: SettingsDeps) {
  const context = openContext(deps);
  return bindDeps(context, {
    get: readSettings,
    approvalSumPaisa: readApprovalSum,
    cashLimits: readCashLimits,
    refundSumPaisa: readRefundSum,
    statedMinimumPaisa: readStatedMinimum,
    packageBonusPaisa: readPackageBonus,
    shopName: readShopName,
    emailHeader: readEmailHeader,
    needsSecondFactor: readNeedsSecondFactor,
    sessionSeconds: readSessionSeconds,
    hoursUntilDue: countHoursUntilDue,
    pauseRule: readPauseRule,
    forgottenRule: readForgottenRule,
    list: listSettings,
    change: changeSetting,
    putFields: putSettingFields,
    history: listSettingHistory,
    publicShop: readPublicShop,
    describeShop,
    readLogo: readLogo,
    changeLogo: changeLogo,
    removeLogo: removeLogo,
    confirmedSteps: readConfirmedSteps,
    confirmStep,
    isNamed: readIsNamed,
  });
}
