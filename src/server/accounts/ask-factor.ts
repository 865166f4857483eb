// Before an act of weight whoever has a second factor shows it again; guesses are counted as those at the sign-in are.
import type { Database } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Caller, RequestOrigin } from '../platform/http/caller.ts';
import type { SecondFactor } from './second-factor.service.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** @throws FieldFault `code`; Fault `wrong_code`, `too_many_requests` */
export type AskFactor = (caller: Caller, code: string | undefined, origin: RequestOrigin) => Promise<void>;

export function createAskFactor(
  db: Database,
  secondFactor: Pick<SecondFactor, 'isOn' | 'check'>,
  throttle: SignInThrottle,
): AskFactor {
  return async (caller, code, { ip }) => {
    if (!(await secondFactor.isOn(db, caller.userId))) return;
    if (!code) throw new FieldFault({ code: ['code_required'] });
    const name = `second factor of ${caller.userId}`;
    await throttle.assertMayTry(db, name, ip, caller.userId);
    if (await secondFactor.check(caller.userId, code)) return;
    await throttle.noteFailure(db, name, ip);
    throw new Fault('wrong_code');
  };
}
