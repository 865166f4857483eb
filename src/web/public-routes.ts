// The addresses that anybody may open.
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lib/code.ts';
import { rootRoute } from './root-route.ts';

export const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyPage(() => import('./areas/public/landing/landing-page.tsx'), 'LandingPage'),
});

export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  component: lazyPage(() => import('./areas/public/accounts/sign-up-page.tsx'), 'SignUpPage'),
});

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyPage(() => import('./areas/public/accounts/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyPage(() => import('./areas/public/accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
});

export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  component: lazyPage(() => import('./areas/public/accounts/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

export const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify',
  component: lazyPage(() => import('./areas/public/files/verify-page.tsx'), 'VerifyPage'),
});

export const verifyCodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify/$code',
  component: lazyPage(() => import('./areas/public/files/verify-page.tsx'), 'VerifyPage'),
});
