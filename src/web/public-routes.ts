// The public routes.
import { createRoute, type RouteComponent } from '@tanstack/react-router';
import { lazyPage } from './lib/loading/lazy-page.ts';
import { rootRoute } from './root-route.ts';

const page = <const P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

export const landingRoute = page(
  '/',
  lazyPage(() => import('./areas/public/landing/landing-page.tsx'), 'LandingPage'),
);

export const signUpRoute = page(
  '/signup',
  lazyPage(() => import('./areas/public/accounts/sign-up-page.tsx'), 'SignUpPage'),
);

const emailedLinks = () => import('./areas/public/accounts/emailed-links.tsx');
export const forgotPasswordRoute = page('/forgot-password', lazyPage(emailedLinks, 'ForgotPasswordPage'));

export const resetPasswordRoute = page('/reset-password', lazyPage(emailedLinks, 'ResetPasswordPage'));

export const notMeRoute = page('/not-me', lazyPage(emailedLinks, 'NotMePage'));

export const confirmEmailRoute = page('/confirm-email', lazyPage(emailedLinks, 'ConfirmEmailPage'));

const verifyPage = () => import('./areas/public/files/verify-page.tsx');
export const verifyRoute = page('/verify', lazyPage(verifyPage, 'VerifyPage'));

export const proofRoute = page(
  '/proof',
  lazyPage(() => import('./areas/public/proof-page.tsx'), 'ProofPage'),
);

export const verifyCodeRoute = page('/verify/$code', lazyPage(verifyPage, 'VerifyPage'));
