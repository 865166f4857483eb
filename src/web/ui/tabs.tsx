import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  label: string;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
}

export function Tabs<T extends string>({ value, onChange, label, tabs }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 -outline-offset-2 border-transparent px-4 text-muted max-xl:px-2.5 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent-text print:data-[state=inactive]:hidden forced-colors:data-[state=inactive]:border-[color:Canvas]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
