// Wires up the accounts module: sign-in, users, second factor, impersonation.
import type { Base, Module } from '../platform/module.ts';
import { accountsRoutes, createAuthenticate } from './accounts.routes.ts';
import { impersonationRoutes } from './impersonation/impersonation.routes.ts';
import { createImpersonation, type ImpersonationDeps } from './impersonation/impersonation.service.ts';
import { type OpenAccountsDeps, openAccounts } from './open-accounts.ts';
import { securityRoutes } from './security.routes.ts';
import { createTokens, type TokensDeps } from './sessions/tokens.ts';
import { userNotesRoutes } from './user-notes/user-notes.routes.ts';
import { createUserNotes } from './user-notes/user-notes.service.ts';
import type { UsersDeps } from './users/user-steps.ts';
import { userRoutes } from './users/users.routes.ts';
import { createUsers } from './users/users.service.ts';

interface AccountsModuleDeps
  extends Pick<UsersDeps, 'readPicture' | 'hasOpenOrders' | 'hasOpenMoney' | 'eraseData'>,
    Pick<OpenAccountsDeps, 'settings'>,
    Pick<ImpersonationDeps, 'notifyUser'> {
  readonly signingKeys: TokensDeps['signingKeys'];
  readonly refreshSecrets: TokensDeps['refreshSecrets'];
}

export function openAccountsModule(base: Base, deps: AccountsModuleDeps) {
  const { db, config, mail, publicOrigin } = base;
  const tokens = createTokens({ ...deps, issuer: publicOrigin });
  const opened = openAccounts({
    ...base,
    tokens,
    settings: deps.settings,
    signUpsAnHour: config.SIGN_UPS_AN_HOUR,
  });
  const { accounts, secondFactor, reauthentication, passwordReset, revokeAndNotify, emailConfirmation } =
    opened;
  const users = createUsers({
    ...base,
    ...deps,
    reauthentication,
    revokeAndNotify,
    sendConfirmation: emailConfirmation.sendLink,
  });
  const userNotes = createUserNotes(base);
  const impersonation = createImpersonation({
    db,
    verifyFactor: reauthentication.verifyFactor,
    notifyUser: deps.notifyUser,
  });
  const cookieRule = { isSecure: publicOrigin.startsWith('https:') };
  return {
    accounts,
    users,
    impersonation,
    reauthentication,
    emailConfirmation,
    authenticate: createAuthenticate(accounts, impersonation, cookieRule),
    routes(binder) {
      impersonationRoutes(binder, impersonation);
      accountsRoutes(binder, accounts, {
        rule: cookieRule,
        mail,
        addressService: config.CLIENT_IP_URL,
        otherOrigins: config.ALLOWED_ORIGINS.filter((origin) => origin !== publicOrigin),
      });
      securityRoutes(binder, {
        accounts,
        passwordReset,
        secondFactor,
        reauthentication,
        emailConfirmation,
        mail,
        sendsMail: !config.sandbox.mail,
      });
      userNotesRoutes(binder, userNotes);
      userRoutes(binder, { accounts, people: users, mail, cookieRule });
    },
    jobs: [
      { name: 'send password links', everySeconds: 1, run: () => passwordReset.sendRequested() },
      { name: 'end lapsed impersonations', everySeconds: 60, run: () => impersonation.endLapsed() },
    ],
  } satisfies Module & Record<string, unknown>;
}
