// English texts of the login.
import type { LoginText } from './login-text-bn.ts';

export const loginEn: LoginText = {
  title: 'Log in',
  welcome: 'Welcome back',
  hint: 'Log in to your account',
  opened: 'Your account is ready',
  openedHint: 'Now log in with your password. Your email is your username.',
  ended: 'Your session has ended. Log in to return to where you were; what you typed is still there.',
  notKept:
    'This browser does not let the portal remember anything; cookies may be off, or there is no room. You can still work, but you have to log in again after reloading the page.',
  username: 'Username (email)',
  password: 'Password',
  remember: 'Remember me',
  forgot: 'Forgot your password?',
  submit: 'Log in',
  submitting: 'Logging in…',
  noAccount: 'No account yet?',
  signUp: 'Create an account',
  failedTitle: 'Login failed',
  wrong: 'The username or the password is not correct',
  failed: 'Login failed, try again',
  code: 'Six-digit code',
  recoveryCode: 'Recovery code',
  codeTitle: 'Two-factor authentication',
  codeHint: 'Enter the code shown in your authenticator app',
  recoveryHint: 'Enter one of the recovery codes you saved when you turned on two-factor authentication',
  useRecovery: 'Don’t have your phone? Use a recovery code',
  useApp: 'Use the app instead',
  otherAccount: 'Use another account',
  waitTitle: 'Please wait',
  waitSeconds: (seconds) =>
    `Too many attempts, try again in ${seconds} ${seconds === '1' ? 'second' : 'seconds'}`,
  waitUntil: (minutes, time) =>
    `Too many attempts, try again in ${minutes} ${minutes === '1' ? 'minute' : 'minutes'} (${time})`,
};
