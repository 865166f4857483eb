// English texts of the pages around emailed links.
import type { EmailedText } from './emailed-text-bn.ts';

export const emailedEn: EmailedText = {
  forgot: {
    title: 'Forgot your password?',
    hint: 'Enter the email of your account. We will send you a link to set a new password.',
    email: 'Email',
    submit: 'Send the link',
    submitting: 'Sending…',
    sentTitle: 'Check your email',
    sent: 'If this address has an account, a link to set a new password was sent',
    sentHint: 'The link works once, for 30 minutes. Check your spam folder too.',
    noMail: 'This shop sends no email, so no link will arrive. Ask the shop for a new password.',
    askShop: 'No email, or you cannot open it? Call the shop:',
    again: 'Use another email address',
    failed: 'The link could not be sent, try again later',
    toLogin: 'Back to login',
  },
  confirmation: {
    title: 'Confirm your email',
    opening: 'Confirming your email…',
    done: 'Your email is confirmed',
    doneHint: 'Thank you. You can now use all services.',
    onwards: 'Continue',
    failed: 'Your email could not be confirmed',
    before: (email: string) => `${email} is already confirmed, so you do not need a new link.`,
    dead: 'This link no longer works',
    deadHint:
      'It is incomplete, has expired or has already been used. Log in: if your email is still unconfirmed, you can request a new link from the dashboard.',
    again: 'Try again',
  },
  notMe: {
    title: 'Not your login?',
    hint: 'If you think that somebody else got into your account, tell us now. All devices are logged out at once, and the old password stops working. Two-factor authentication that was turned on from that device is turned off too.',
    submit: 'I did not log in',
    submitting: 'Logging out…',
    itWasMe: 'It was me',
    failed: 'The devices could not be logged out',
    done: 'All devices were logged out',
    doneHint:
      'The old password no longer works. Now set a new one that you use nowhere else. Your own next login will be announced by email as well.',
  },
  reset: {
    title: 'Set a new password',
    hint: 'Setting a new password logs you out of all devices.',
    next: 'New password',
    again: 'New password again',
    submit: 'Save password',
    submitting: 'Saving…',
    unanswered: 'No answer came; the password may already have changed. Check the internet and press again.',
    usedBefore: 'The link has been used, probably by your first press. Try to log in with the new password.',
    failed: 'The password could not be saved',
    dead: 'This link no longer works',
    deadHint: 'It is incomplete, has expired or has already been used. Request a new one.',
    newLink: 'Request a new link',
    done: 'Your new password has been saved. Log in now.',
  },
};
