import { useLocation, useSearch } from '@tanstack/react-router';
import { LoginPage } from './login-page.tsx';

/** The login as the router shows it. */
export function LoginRoute() {
  const { next } = useSearch({ from: '/login' });
  const { opened } = useLocation().state;
  return <LoginPage next={next} opened={opened} />;
}
