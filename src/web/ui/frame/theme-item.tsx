import { Moon, Sun } from 'lucide-react';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { DropdownItem } from '../dropdown.tsx';
import { useUiText } from '../text.ts';

/** For account menus on phones, whose header has no room for the switch. */
export function ThemeItem() {
  const theme = useTheme();
  const text = useUiText();
  const next = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <DropdownItem icon={<Icon className="size-5" aria-hidden="true" />} onSelect={() => setTheme(next)}>
      {next === 'dark' ? text.common.theme.toDark : text.common.theme.toLight}
    </DropdownItem>
  );
}
