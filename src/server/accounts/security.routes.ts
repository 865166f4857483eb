import { isStaff } from '#contract/access.ts';
import { securityEndpoints } from '#contract/accounts/security-calls.ts';
import { maskAddress } from '#contract/audit-log/masking.ts';
import { Fault } from '../platform/fault.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Accounts } from './accounts.service.ts';
import type { EmailConfirmation } from './email-confirmation/email-confirmation.service.ts';
import type { PasswordReset } from './passwords/password-reset.service.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { SecondFactor } from './second-factor/second-factor.service.ts';

/** Response if no mail server is configured; like the regular one, the same for every address. */
const noMail = {
  link: {
    bn: 'এই দোকান এখন ইমেইল পাঠায় না, তাই লিংক যাবে না। নতুন পাসওয়ার্ডের জন্য দোকানে যোগাযোগ করুন',
    en: 'This shop sends no email, so no link will arrive. Ask the shop for a new password',
  },
  linkByStaff: {
    bn: 'মেইল সার্ভার দেওয়া নেই, তাই লিংক যাবে না। নিজে একটি পাসওয়ার্ড দিন',
    en: 'No mail server is set, so no link will arrive. Set a password yourself',
  },
  confirmation: {
    bn: 'এই দোকান এখন ইমেইল পাঠায় না, তাই লিংক যাবে না',
    en: 'This shop sends no email, so no link will arrive',
  },
};

const messages = {
  linkSent: {
    bn: 'এই ইমেইলে অ্যাকাউন্ট থাকলে নতুন পাসওয়ার্ড দেওয়ার লিংক পাঠানো হয়েছে',
    en: 'If this address has an account, a link to set a new password was sent',
  },
  confirmationSent: {
    bn: 'নিশ্চিত করার লিংক আপনার ইমেইলে পাঠানো হয়েছে',
    en: 'A confirmation link was sent to your address',
  },
  emailConfirmed: { bn: 'আপনার ইমেইল নিশ্চিত হয়েছে', en: 'Your address is confirmed' },
  passwordSet: {
    bn: 'নতুন পাসওয়ার্ড সংরক্ষণ হয়েছে, এখন লগইন করুন',
    en: 'Your new password has been saved. Log in now.',
  },
  loginDisowned: {
    bn: 'সব ডিভাইস থেকে লগআউট হয়েছে, এখন নতুন পাসওয়ার্ড দিন',
    en: 'All devices were logged out. Set a new password now.',
  },
  sessionEnded: { bn: 'লগআউট করা হয়েছে', en: 'Logged out' },
  secondFactorOff: { bn: 'লগইনে বাড়তি সুরক্ষা বন্ধ করা হয়েছে', en: 'Two-factor authentication was turned off' },
};

export interface SecurityDeps {
  readonly accounts: Accounts;
  readonly passwordReset: PasswordReset;
  readonly secondFactor: SecondFactor;
  readonly reauthentication: Reauthentication;
  readonly emailConfirmation: EmailConfirmation;
  readonly mail: Mail;
  readonly sendsMail: boolean;
}

export function securityRoutes(
  binder: Binder,
  {
    accounts,
    passwordReset,
    secondFactor,
    reauthentication,
    emailConfirmation,
    mail,
    sendsMail,
  }: SecurityDeps,
): void {
  bind(binder, securityEndpoints.requestPasswordReset, async (call) => {
    if (call.request.headers.authorization !== undefined && !call.caller) throw new Fault('invalid_token');
    await passwordReset.request(call.body.email, call.caller, call);
    const words = isStaff(call.caller?.roles ?? []) ? noMail.linkByStaff : noMail.link;
    return { message: (sendsMail ? messages.linkSent : words)[call.language] };
  });
  bind(binder, securityEndpoints.confirmPasswordReset, async (call) => {
    await passwordReset.confirm(call.body.token, call.body.new_password, call);
    mail.wake();
    return { message: messages.passwordSet[call.language] };
  });
  bind(binder, securityEndpoints.disownLogin, async (call) => {
    await passwordReset.disown(call.body.token, call);
    return { message: messages.loginDisowned[call.language] };
  });
  bind(binder, securityEndpoints.resendConfirmation, async ({ caller, language }) => {
    await emailConfirmation.resend(caller);
    return { message: (sendsMail ? messages.confirmationSent : noMail.confirmation)[language] };
  });
  bind(binder, securityEndpoints.confirmEmail, async (call) => {
    await emailConfirmation.confirm(call.body.token, call);
    return { message: messages.emailConfirmed[call.language] };
  });
  bind(binder, securityEndpoints.sessions, async ({ caller }) => {
    const sessions = await accounts.listSessions(caller);
    // IP addresses are masked for staff here, as in the activity list.
    return caller.view ? sessions.map((one) => ({ ...one, ip: maskAddress(one.ip) })) : sessions;
  });
  bind(binder, securityEndpoints.endSession, async (call) => {
    await accounts.endOwnSession(call.caller, call.params.id, call);
    return { message: messages.sessionEnded[call.language] };
  });
  bind(binder, securityEndpoints.secondFactor, ({ caller }) => secondFactor.status(caller.userId));
  bind(binder, securityEndpoints.startSecondFactor, async ({ caller, body }) => {
    await reauthentication.verifyPassword(caller, body.password);
    return secondFactor.start(caller);
  });
  bind(binder, securityEndpoints.confirmSecondFactor, async (call) => {
    const { caller, body } = call;
    let codes: string[] | undefined;
    await reauthentication.judgeCode(caller, async () => {
      codes = await secondFactor.confirm(caller, body.code, call);
      return codes !== undefined;
    });
    mail.wake();
    return { recovery_codes: codes ?? [] };
  });
  bind(binder, securityEndpoints.endSecondFactor, async (call) => {
    const { caller, body } = call;
    await reauthentication.verifyPassword(caller, body.password);
    await reauthentication.judgeCode(caller, () => secondFactor.end(caller, body.code, call));
    mail.wake();
    return { message: messages.secondFactorOff[call.language] };
  });
}
