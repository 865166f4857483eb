// English texts of the sign-up.
import type { SignUpText } from './sign-up-text-bn.ts';

export const signUpEn: SignUpText = {
  title: 'Create an account',
  hint: 'It takes two minutes',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  phoneHint: '11 digits, like 017XXXXXXXX',
  phoneGood: 'The phone number is valid',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  passwordGood: 'The password is strong',
  passwordWeak: 'The password is not strong',
  terms: 'I accept the terms of service',
  readTerms: 'Read the terms',
  submit: 'Create account',
  submitting: 'Opening…',
  haveAccount: 'Already have an account?',
  login: 'Log in',
  done: 'Registration succeeded! Going to the login page...',
  failed: 'Registration failed, try again',
  unanswered: 'No answer came, but your account may already be open. Check the internet and press again.',
  prefixes: { email: 'Email:', password: 'Password:', phone: 'Phone:' },
};
