// What each record holds, by its kind. Apart from the table of kinds: a screen that needs only a name or an address loads no labels.
import type { RecordKind } from '../kinds.ts';
import { birthRecord } from './birth.ts';
import { nidRecord } from './nid.ts';
import type { RecordRules } from './record-rules.ts';
import { signToServerRecord } from './sign-to-server.ts';

export const recordRules = {
  nid: nidRecord,
  birth: birthRecord,
  sign_to_server: signToServerRecord,
} as const satisfies Record<RecordKind, RecordRules>;
