import { clsx } from 'clsx';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export function Dropdown({
  trigger,
  children,
  label,
}: {
  trigger: ReactNode;
  children: ReactNode;
  label?: string;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="rise-in z-50 min-w-52 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-surface p-1.5 text-ink shadow-high"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ItemProps {
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

export function DropdownItem({ onSelect, icon, danger, children }: ItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-highlighted:bg-sunken',
        danger && 'text-bad',
      )}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

export const DropdownLabel = ({ children, className }: { children: ReactNode; className?: string }) => (
  <Radix.Label className={clsx('px-3 py-2', className)}>{children}</Radix.Label>
);
export const DropdownLine = () => <Radix.Separator className="my-1.5 h-px bg-line" />;
