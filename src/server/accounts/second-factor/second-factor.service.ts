// The second factor: time-based codes (RFC 6238) by otpauth, each used once, and recovery codes.
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { toAsciiDigits } from '#contract/digits.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { Vault } from '../../platform/vault.ts';
import { secondFactorPurpose } from '../accounts.personal.ts';
import { isSessionLive } from '../accounts.queries.ts';
import type { RevokeAndNotify } from '../security-change.ts';
import * as queries from './second-factor.queries.ts';

const recoveryCodes = 10;
const stepSeconds = 30;

/** Strips the separators with which apps and lists of recovery codes show a code. */
const bareCode = (typed: string) => toAsciiDigits(typed).replace(/[\s-]|\p{Cf}/gu, '');
const hashOf = (code: string) => createHash('sha256').update(bareCode(code).toUpperCase()).digest();

export type SecondFactor = ReturnType<typeof createSecondFactor>;

export interface SecondFactorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly revokeAndNotify: RevokeAndNotify;
  readonly shopName: () => Promise<string>;
  readonly needsSecondFactor: () => Promise<boolean>;
}

/** Records that it was switched on or off, and ends other sessions. */
async function recordSwitch(
  deps: SecondFactorDeps,
  trx: Trx,
  row: queries.SecondFactorRow,
  caller: Caller,
  isOn: boolean,
  ip: string,
): Promise<void> {
  const { revokeAndNotify } = deps;
  await revokeAndNotify(trx, {
    userId: row.id,
    what: isOn ? 'second_factor_on' : 'second_factor_off',
    addresses: [row.email],
    reason: 'ended_by_user',
    exceptSessionId: caller.sessionId,
    by: { sessionId: caller.sessionId },
  });
  const kind = isOn ? 'second_factor.on' : 'second_factor.off';
  await recordEvent(trx, { kind, actorId: row.id, subjectId: row.id, ip });
}

const totpOf = (deps: SecondFactorDeps, sealed: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(deps.vault.openText(sealed, secondFactorPurpose)),
    period: stepSeconds,
  });

/** Accepts an unused code from the current or an adjacent time step, or a recovery code, and uses it up. */
async function acceptCode(
  deps: SecondFactorDeps,
  trx: Trx,
  row: queries.SecondFactorRow,
  code: string,
): Promise<boolean> {
  if (!row.totp_sealed) return false;
  const digits = bareCode(code);
  if (/^\d{6}$/.test(digits)) {
    const timestamp = deps.clock.now().getTime();
    const delta = totpOf(deps, row.totp_sealed).validate({ token: digits, timestamp, window: 1 });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1000 / stepSeconds) + delta;
    if (step <= row.totp_last_step) return false;
    await queries.updateSecondFactor(trx, row.id, { totp_last_step: step });
    return true;
  }
  const hash = hashOf(code);
  const left = row.recovery_hashes.filter((known) => !known.equals(hash));
  if (left.length === row.recovery_hashes.length) return false;
  await queries.updateSecondFactor(trx, row.id, { recovery_hashes: left });
  return true;
}

export async function isSecondFactorOn(
  _deps: SecondFactorDeps,
  reader: Reader,
  userId: number,
): Promise<boolean> {
  return (await queries.findSecondFactor(reader, userId))?.totp_confirmed_at != null;
}

export async function readSecondFactor(deps: SecondFactorDeps, userId: number) {
  const { db, needsSecondFactor: isRequiredForStaff } = deps;
  const row = await queries.findSecondFactor(db, userId);
  return {
    enabled: row?.totp_confirmed_at != null,
    recovery_codes_left: row?.recovery_hashes.length ?? 0,
    required: await isRequiredForStaff(),
  };
}

/** @returns whether the code is valid; a valid code is used up */
export const checkSecondFactor = (deps: SecondFactorDeps, userId: number, code: string): Promise<boolean> =>
  inTransaction(deps.db, async (trx) =>
    acceptCode(deps, trx, await queries.lockSecondFactor(trx, userId), code),
  );

/** Call after verifying the password. @throws Fault `second_factor_on` */
export async function startSecondFactor(deps: SecondFactorDeps, caller: Caller) {
  const { db, vault, shopName } = deps;
  const { default: qrCode } = await import('qrcode');
  return inTransaction(db, async (trx) => {
    const row = await queries.lockSecondFactor(trx, caller.userId);
    if (row.totp_confirmed_at) throw new Fault('second_factor_on');
    const secret = new Secret({ size: 20 });
    const sealed = vault.sealText(secret.base32, secondFactorPurpose);
    await queries.updateSecondFactor(trx, row.id, { totp_sealed: sealed, totp_last_step: 0 });
    // Authenticator apps use a colon to separate issuer and account.
    const issuer = (await shopName()).replaceAll(':', ' ');
    const url = totpOf(deps, sealed, { issuer, label: row.email }).toString();
    return {
      secret: secret.base32,
      otpauth_url: url,
      qr_svg: await qrCode.toString(url, { type: 'svg', margin: 1 }),
    };
  });
}

/** @returns recovery codes, shown only once; undefined for a wrong code @throws Fault `second_factor_on`, `not_signed_in` */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string,
  origin: RequestOrigin,
): Promise<string[] | undefined> {
  const { db } = deps;
  return inTransaction(db, async (trx) => {
    const row = await queries.lockSecondFactor(trx, caller.userId);
    if (row.totp_confirmed_at) throw new Fault('second_factor_on');
    // An intruder whom the owner logged out meanwhile must not lock the owner out.
    if (!(await isSessionLive(trx, caller.sessionId))) throw new Fault('not_signed_in');
    if (!(await acceptCode(deps, trx, row, code))) return undefined;
    const codes = Array.from({ length: recoveryCodes }, () =>
      randomBytes(5)
        .toString('hex')
        .toUpperCase()
        .replace(/(.{5})/, '$1-'),
    );
    await queries.updateSecondFactor(trx, row.id, {
      confirmedIn: caller.sessionId,
      recovery_hashes: codes.map(hashOf),
    });
    await recordSwitch(deps, trx, row, caller, true, origin.ip);
    return codes;
  });
}

/** Call after verifying the password. @returns whether the code is valid; otherwise nothing changes */
export async function endSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  code: string,
  origin: RequestOrigin,
): Promise<boolean> {
  const { db } = deps;
  return inTransaction(db, async (trx) => {
    const row = await queries.lockSecondFactor(trx, caller.userId);
    if (row.totp_confirmed_at && !(await acceptCode(deps, trx, row, code))) return false;
    await queries.updateSecondFactor(trx, row.id, {
      totp_sealed: null,
      confirmedIn: null,
      recovery_hashes: [],
    });
    if (row.totp_confirmed_at) await recordSwitch(deps, trx, row, caller, false, origin.ip);
    return true;
  });
}

export function createSecondFactor(deps: SecondFactorDeps) {
  return {
    isRequiredForStaff: deps.needsSecondFactor,
    ...bindDeps(deps, {
      isOn: isSecondFactorOn,
      status: readSecondFactor,
      check: checkSecondFactor,
      start: startSecondFactor,
      confirm: confirmSecondFactor,
      end: endSecondFactor,
    }),
  };
}
