// A menu behind a button. The button is rendered with the page, the menu a moment later.
import { cloneElement, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { fetchOverlays, useOverlays } from './fetch-overlays.ts';
import type { CheckItemProps, DropdownProps, ItemProps } from './overlays.tsx';

const opening: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown']);

export function Dropdown(props: DropdownProps) {
  const button = useRef<HTMLElement>(null);
  const [press, setPress] = useState<Event>();
  const overlays = useOverlays(press !== undefined);
  const isFocused = button.current !== null && button.current === document.activeElement;
  if (overlays) return <overlays.MenuBox {...props} press={press} isFocused={isFocused} />;
  return cloneElement(props.trigger, {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchOverlays,
    onFocus: fetchOverlays,
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0 && !event.ctrlKey)
        setPress(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!opening.has(event.key)) return;
      event.preventDefault();
      setPress(new KeyboardEvent('keydown', { key: event.key, bubbles: true }));
    },
  });
}

/** The components inside an open menu, once their code is loaded. */
const useParts = () => useOverlays()!;

export function DropdownItem(props: ItemProps) {
  const { MenuItem } = useParts();
  return <MenuItem {...props} />;
}

/** A menu item that can be checked; the menu stays open. */
export function DropdownCheckItem(props: CheckItemProps) {
  const { MenuCheckItem } = useParts();
  return <MenuCheckItem {...props} />;
}

export function DropdownLabel(props: { children: ReactNode; className?: string }) {
  const { MenuLabel } = useParts();
  return <MenuLabel {...props} />;
}

export function DropdownLine() {
  const { MenuLine } = useParts();
  return <MenuLine />;
}
