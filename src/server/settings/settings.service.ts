// Use cases of the shop's settings. Each process keeps what it read for two seconds at most; see docs/decisions/0019.
import { formatDecimal, parseTaka } from '#contract/money.ts';
import {
  type PublicShop,
  type Setting,
  type ShopSettings,
  settingSchemas,
} from '#contract/settings/calls.ts';
import { dueAfter, firstSettings, type SettingKey, settingKeys } from '#contract/settings/rules.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { emit } from '../platform/live/live.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import { parse } from '../platform/request/parse.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import type { Storage } from '../platform/storage.ts';
import * as queries from './settings.queries.ts';

const keptMs = 2_000;
const logoKey = 'logo';
const largestLogoBytes = 5 * 1024 * 1024;
const logoPixels = 256;

export interface SettingsDeps {
  readonly db: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly config: Pick<Config, 'APPROVAL_SUM' | 'STAFF_SECOND_FACTOR' | 'MAIL_FROM'>;
  /** Decodes a picture and writes it anew as PNG. @throws Fault `image_refused` */
  readonly readPicture: (bytes: Buffer, longestSide: number) => Promise<Buffer>;
}

interface Kept {
  readonly rows: ReadonlyMap<string, queries.SettingRow>;
  readonly settings: ShopSettings;
}

export type Settings = ReturnType<typeof createSettings>;

const paisaOf = (taka: string): bigint => parseTaka(taka) ?? 0n;

export function createSettings({ db, storage, clock, config, readPicture }: SettingsDeps) {
  const first: ShopSettings = {
    ...structuredClone(firstSettings),
    money: { ...firstSettings.money, approval_sum: formatDecimal(BigInt(config.APPROVAL_SUM) * 100n) },
    security: { ...firstSettings.security, staff_second_factor: config.STAFF_SECOND_FACTOR },
    mail: { sender: config.MAIL_FROM },
  };
  let kept: Kept | undefined;
  let readAt = 0;
  let reading: Promise<Kept> | undefined;

  async function read(reader: Reader = db): Promise<Kept> {
    const rows = new Map((await queries.listSettings(reader)).map((row) => [row.key, row]));
    const settings = Object.fromEntries(
      // A group may have got a value since the row was written: its first one stands in.
      settingKeys.map((key) => [key, { ...first[key], ...rows.get(key)?.value }]),
    ) as ShopSettings;
    return { rows, settings };
  }

  /** What was read last stands in while the database does not answer. */
  async function load(): Promise<Kept> {
    if (kept && Date.now() - readAt < keptMs) return kept;
    reading ??= read()
      .then((fresh) => {
        kept = fresh;
        readAt = Date.now();
        return fresh;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading.catch((error: unknown) => {
      if (kept) return kept;
      throw error;
    });
  }

  async function loadAnew(): Promise<Kept> {
    kept = await read();
    readAt = Date.now();
    return kept;
  }

  const present = (key: SettingKey, { rows, settings }: Kept): Setting => {
    const row = rows.get(key);
    return {
      key,
      value: settings[key],
      version: row?.version ?? 0,
      changed_by: row ? { id: row.changed_by, name: row.name.trim() } : null,
      changed_at: row?.changed_at.toISOString() ?? null,
    };
  };

  const logoOf = ({ rows }: Kept) => rows.get(logoKey)?.value as { storage_key?: string } | undefined;

  function presentPublic(now: Kept): PublicShop {
    const { shop, contact, announcement, money, opening } = now.settings;
    return {
      name: { bn: shop.name_bn, en: shop.name_en },
      logo: logoOf(now)?.storage_key ? `/public/shop-logo/?v=${now.rows.get(logoKey)!.version}` : null,
      contact,
      announcement,
      minimum_recharge: money.minimum_recharge,
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

  async function putLogo(caller: Caller, storageKey: string | undefined, origin: RequestOrigin) {
    const now = await read();
    const before = logoOf(now) ?? {};
    const after = storageKey === undefined ? {} : { storage_key: storageKey };
    const version = now.rows.get(logoKey)?.version ?? 0;
    const word = (logo: object) => ('storage_key' in logo ? 'yes' : 'no');
    await inTransaction(db, (trx) =>
      write(trx, logoKey, { version, before, after, by: caller.userId }, origin, {
        logo: `${word(before)} → ${word(after)}`,
      }),
    );
    return presentPublic(await loadAnew());
  }

  return {
    /** The settings in force; at most two seconds old on any process. */
    get: async (): Promise<ShopSettings> => (await load()).settings,

    /** Cash movements above it need a second member of staff. */
    approvalSumPaisa: async () => paisaOf((await load()).settings.money.approval_sum),

    statedMinimumPaisa: async () => paisaOf((await load()).settings.money.minimum_recharge),

    async shopName() {
      const { name_bn, name_en } = (await load()).settings.shop;
      return { bn: name_bn, en: name_en };
    },

    /** Who a mail is from, and what signs it. As delivered the sender bears the portal's name: the shop's own stands in for it. */
    async emailHeader() {
      const { rows, settings } = await load();
      const name = { bn: settings.shop.name_bn, en: settings.shop.name_en };
      const { sender } = settings.mail;
      const [, shown, address = ''] = /^([^<>]*) <([^<>]+)>$/.exec(sender) ?? [];
      const isDelivered = !rows.has('mail') && shown === firstSettings.shop.name_bn;
      return { name, from: isDelivered ? { name: name.bn, address } : sender };
    },

    needsSecondFactor: async () => (await load()).settings.security.staff_second_factor,

    async sessionSeconds() {
      const { remembered_days, brief_hours } = (await load()).settings.security;
      return { remembered: remembered_days * 86_400, brief: brief_hours * 3_600 };
    },

    /** From now until something that takes so many hours is due: closed days do not count. */
    async hoursUntilDue(hours: number): Promise<number> {
      const now = clock.now();
      const due = dueAfter(now, hours, (await load()).settings.opening);
      return (due.getTime() - now.getTime()) / 3_600_000;
    },

    async list() {
      const now = await loadAnew();
      return { results: settingKeys.map((key) => present(key, now)), count: settingKeys.length };
    },

    /** @throws FieldFault, Fault `setting_changed` */
    async change(
      caller: Caller,
      key: SettingKey,
      { version, value }: { version: number; value: unknown },
      origin: RequestOrigin,
    ): Promise<Setting> {
      const after: Record<string, unknown> = parse(settingSchemas[key], value)!;
      const now = await read();
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
      return present(key, await loadAnew());
    },

    /** Puts some fields over what stands there now, in a transaction of somebody else's. @throws Fault `setting_changed` */
    async putFields(
      trx: Trx,
      key: SettingKey,
      fields: Record<string, unknown>,
      by: number,
      origin: RequestOrigin,
    ): Promise<void> {
      const { rows, settings: now } = await read(trx);
      const before: Record<string, unknown> = now[key];
      await write(
        trx,
        key,
        { version: rows.get(key)?.version ?? 0, before, after: { ...before, ...fields }, by },
        origin,
        Object.fromEntries(Object.keys(fields).map((name) => [name, `${before[name]} → ${fields[name]}`])),
      );
      readAt = 0;
    },

    async history(key: SettingKey, page: { page: number; pageSize: number }) {
      const { rows, count } = await queries.listChanges(db, key, page);
      const results = rows.map((row) => ({
        id: row.id,
        version: row.version,
        before: row.value_before,
        after: row.value_after,
        changed_by: { id: row.changed_by, name: row.name.trim() },
        changed_at: row.changed_at.toISOString(),
      }));
      return { results, count };
    },

    publicShop: async (): Promise<PublicShop> => presentPublic(await load()),

    /** @throws Fault `not_found` */
    async readLogo(): Promise<Buffer> {
      const key = logoOf(await load())?.storage_key;
      if (!key) throw new Fault('not_found');
      return storage.get(key);
    },

    /** @throws Fault `file_missing`, `file_too_large`, `image_refused`, `setting_changed` */
    async changeLogo(caller: Caller, upload: UploadedFile | undefined, origin: RequestOrigin) {
      if (!upload || upload.bytes.length === 0) throw new Fault('file_missing');
      if (upload.bytes.length > largestLogoBytes) throw new Fault('file_too_large');
      const key = await storage.put(await readPicture(upload.bytes, logoPixels));
      return putLogo(caller, key, origin);
    },

    removeLogo: (caller: Caller, origin: RequestOrigin) => putLogo(caller, undefined, origin),
  };
}
