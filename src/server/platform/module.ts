// What a module provides to the portal when it opens, in addition to its services. open-modules.ts lists the modules.
import type { Counter, Gauge } from 'prom-client';
import type { Job } from './background.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import type { Lag } from './database/connection/replica.ts';
import type { Binder } from './http/admission.ts';
import type { Live } from './live/live.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { RateLimiter } from './rate-limit/rate-limit.ts';
import type { Storage } from './storage/storage.ts';
import type { Vault } from './vault.ts';

/** Available to every module. */
export interface Base {
  readonly config: Config;
  readonly db: Database;
  /** For lists and reports: a replica may serve it, with everything that was committed before the read began. Never for decisions or changes. */
  readonly reading: Database;
  /** How far the replica is behind; absent without one. */
  readonly measureLag: (() => Promise<Lag>) | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly live: Live;
  readonly mail: Mail;
  readonly publicOrigin: string;
}

export interface Module {
  /** Binds the module's endpoints to its use cases. */
  readonly routes?: (binder: Binder) => void;
  readonly jobs?: readonly Job[];
  readonly metrics?: readonly (Gauge | Counter)[];
  /** Called once when the portal stops, after the last request and the last job. */
  readonly close?: () => Promise<void> | void;
}
