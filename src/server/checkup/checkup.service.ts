// Use cases of the owner's check-up: the state of the shop, and the first steps that are left.
import type { Checkup, CheckupResult } from '#contract/checkup/calls.ts';
import {
  type CheckupName,
  checkupNames,
  type FirstStepName,
  firstSteps,
  type StepState,
} from '#contract/checkup/rules.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import { withTimeout } from '../platform/work/with-timeout.ts';
import type { Settings } from '../settings/settings.service.ts';
import { type CheckContext, checks, isReservedDomain } from './checks.ts';
import { countStaff } from './checkup.queries.ts';
import { CheckFailure, formatFinding } from './finding.ts';

export interface CheckupDeps extends CheckContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<Settings, 'get' | 'publicShop' | 'isNamed' | 'confirmedSteps' | 'confirmStep'>;
}

/** How long a result is reused, since some checks query other machines. */
const freshMs = 10_000;
const timeoutMs = 10_000;

function openContext(deps: CheckupDeps) {
  const last: { made: Promise<Checkup> | undefined; at: number } = { made: undefined, at: 0 };
  return { ...deps, last };
}
type Context = ReturnType<typeof openContext>;

async function runCheck(context: Context, name: CheckupName): Promise<CheckupResult> {
  const late = () =>
    new CheckFailure(formatFinding('# সেকেন্ডেও উত্তর আসেনি', 'no answer in # s', timeoutMs / 1_000));
  try {
    return { name, state: 'well', finding: await withTimeout(() => checks[name](context), timeoutMs, late) };
  } catch (error) {
    if (error instanceof CheckFailure)
      return { name, state: error.isBroken ? 'wrong' : 'look', finding: error.words };
    context.log.warn({ check: name, fault: (error as { code?: string }).code }, 'a check could not be made');
    return { name, state: 'wrong', finding: formatFinding('দেখা যায়নি', 'could not be checked') };
  }
}

async function runChecks(context: Context): Promise<Checkup> {
  const results = await Promise.all(checkupNames.map((name) => runCheck(context, name)));
  return { results, count: results.length, checked_at: context.clock.now().toISOString() };
}

/** Runs all checks, at most once in ten seconds for all callers. */
export function readCheckup(context: Context): Promise<Checkup> {
  const { last } = context;
  if (!last.made || performance.now() - last.at > freshMs) {
    last.at = performance.now();
    last.made = runChecks(context);
  }
  return last.made;
}

/** Finds the steps that the portal can see are done: true means done, `sandbox` that a part is only simulated. */
async function findDone({
  db,
  config,
  settings,
}: Context): Promise<Record<FirstStepName, boolean | 'sandbox'>> {
  // Bypasses the cache, because another process may have just completed a step. The other reads share the fresh value.
  const { logo } = await settings.publicShop();
  const [{ opening, contact, mail }, isNamed, { staff, unprotected, unreachable }] = await Promise.all([
    settings.get(),
    settings.isNamed(),
    countStaff(db),
  ]);
  const real = (part: keyof typeof config.sandbox) => (config.sandbox[part] ? 'sandbox' : true);
  return {
    name: isNamed,
    contact: contact.phone !== '' || contact.mail !== '',
    logo: logo !== null,
    opening: Object.values(opening).some((hours) => hours.length > 0),
    prices: false,
    owner: unreachable === 0,
    second_factor: unprotected === 0,
    staff: staff > 1,
    mail: real('mail') === true ? !isReservedDomain(mail.sender) : 'sandbox',
    payments: real('payments'),
    registry: real('registry'),
    backups: config.BACKUP_TO !== undefined,
  };
}

export async function listFirstSteps(context: Context) {
  const [done, confirmed] = await Promise.all([findDone(context), context.settings.confirmedSteps()]);
  const stateOf = (name: FirstStepName): StepState => {
    if (done[name] === true) return 'done';
    if (confirmed.includes(name)) return 'confirmed';
    return done[name] === 'sandbox' ? 'sandbox' : 'open';
  };
  const results = firstSteps.map((name) => ({ name, state: stateOf(name) }));
  const left = results.filter(({ state }) => state === 'open' || state === 'sandbox').length;
  return { results, count: results.length, left };
}

/** @throws Fault `setting_changed` if another owner was first */
export async function confirmFirstStep(
  context: Context,
  caller: Caller,
  name: FirstStepName,
  isConfirmed: boolean,
  origin: RequestOrigin,
) {
  await context.settings.confirmStep(caller, name, isConfirmed, origin);
  return listFirstSteps(context);
}

export type CheckupService = ReturnType<typeof createCheckup>;

export function createCheckup(deps: CheckupDeps) {
  return bindDeps(openContext(deps), {
    read: readCheckup,
    firstSteps: listFirstSteps,
    confirmStep: confirmFirstStep,
  });
}
