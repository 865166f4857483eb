import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface TabsProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  label: string;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
}

export function Tabs<T extends string>({ value, onChange, label, tabs }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the chosen tab may be scrolled out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.clientWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="scroll-hint relative flex gap-1 overflow-x-auto border-b border-line [--under:var(--paper)]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 -outline-offset-2 border-transparent px-4 whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent-text"
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
