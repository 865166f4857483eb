// The header of pages that anybody may open by a link, without the portal around them.
import { Link } from '@tanstack/react-router';
import { Brand } from '../../ui/frame/brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/frame/switches.tsx';

export function PublicHeader() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-2 py-3">
      <Link to="/" className="rounded-md">
        <Brand />
      </Link>
      <div className="no-print flex">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
