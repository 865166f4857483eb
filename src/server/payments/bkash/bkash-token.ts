// bKash's access token, shared by all processes through the database, because renewing it too often blocks the merchant.
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Vault } from '../../platform/vault.ts';
import { tokenPurpose } from '../payments.personal.ts';
import * as queries from './bkash.queries.ts';

export interface GrantedToken {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

const maxRefreshesAnHour = 2;
const waitMilliseconds = 35_000;
const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

export interface TokenCache {
  /** @param refused the token that the provider rejected @throws Fault `provider_unavailable` */
  get(refused?: string): Promise<string>;
}

/** @returns undefined for a token sealed under a key that is gone; a new one is requested then */
function open(vault: Vault, sealed: Buffer | null | undefined): string | undefined {
  try {
    return sealed ? vault.openText(sealed, tokenPurpose) : undefined;
  } catch {
    return undefined;
  }
}

export function createTokenCache(deps: {
  readonly db: Database;
  readonly vault: Vault;
  readonly provider: string;
  /** Both resolve to undefined if the provider issues no token. */
  readonly grant: () => Promise<GrantedToken | undefined>;
  readonly refresh: (refreshToken: string) => Promise<GrantedToken | undefined>;
}): TokenCache {
  const { db, vault, provider } = deps;

  async function renew(): Promise<string | undefined> {
    const row = await queries.findToken(db, provider);
    const refreshToken = open(vault, row?.refresh_sealed);
    let granted: GrantedToken | undefined;
    if (row && refreshToken !== undefined && row.refreshes_in_hour < maxRefreshesAnHour) {
      // Counted before the request, because one whose response is lost counts at the provider too.
      await queries.countRefresh(db, provider);
      granted = await deps.refresh(refreshToken);
    }
    granted ??= await deps.grant();
    if (!granted) return undefined;
    await queries.storeToken(db, provider, {
      token: vault.sealText(granted.token, tokenPurpose),
      refresh: vault.sealText(granted.refreshToken, tokenPurpose),
      usableSeconds: granted.expiresInSeconds * 0.9,
    });
    return granted.token;
  }

  async function findUsable(refused: string | undefined): Promise<string | undefined> {
    const row = await queries.findToken(db, provider);
    if (!row?.is_usable) return undefined;
    const token = open(vault, row.token_sealed);
    return token === refused ? undefined : token;
  }

  /** Renews the token under the lease, unless another process did so between the read and the lease. */
  async function renewOnce(refused: string | undefined): Promise<string> {
    const late = await findUsable(refused);
    if (late !== undefined) {
      await queries.delayToken(db, provider, 0);
      return late;
    }
    let token: string | undefined;
    try {
      token = await renew();
    } finally {
      // Frees the lease after any failure, so that other processes don't wait for it.
      if (token === undefined) await queries.delayToken(db, provider, 2);
    }
    if (token === undefined) throw new Fault('provider_unavailable');
    return token;
  }

  return {
    async get(refused) {
      const deadline = performance.now() + waitMilliseconds;
      for (let wait = 150; ; wait = Math.min(wait * 1.3, 1_000)) {
        const known = await findUsable(refused);
        if (known !== undefined) return known;
        // The holder of the lease renews the token; the others wait for it.
        if (await queries.leaseToken(db, provider)) return await renewOnce(refused);
        if (performance.now() > deadline) throw new Fault('provider_unavailable');
        await pause(wait);
      }
    },
  };
}
