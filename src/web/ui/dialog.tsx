// Dialogs and drawers. They always have a heading; Escape and the scrim close them unless work is in progress.
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { Button } from './button.tsx';
import { useEscape } from './escape.ts';
import { useOverlays } from './fetch-overlays.ts';
import type { DialogProps, SheetProps } from './overlays.tsx';
import { Callout } from './surface.tsx';
import { useUiText } from './text.ts';

/** Returns the pressed element. For a menu item, which is gone when the dialog closes, that is the menu's button. */
function openerOf(pressed: Element | null): HTMLElement | null {
  const menu = pressed?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (menu ? document.getElementById(menu) : pressed) as HTMLElement | null;
}

/** Returns the focus to where the dialog was opened, unless it was moved elsewhere meanwhile. */
function useReturn(open: boolean, isShown: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement>(null);
  const was = useRef({ open: false, isShown: false });
  const isNew = open && !was.current.open;
  // A submit button that was disabled while busy regains the focus before the dialog is shown.
  const isLate = open && !was.current.isShown && opener.current === document.body;
  if (isNew || isLate) opener.current = openerOf(document.activeElement);
  was.current = { open, isShown };
  return (event) => {
    event.preventDefault();
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
  };
}

/** Opens in interruptible steps after the press has been painted, and closes at once. */
function useOpening({ open, onClose, locked = false }: Pick<DialogProps, 'open' | 'onClose' | 'locked'>) {
  const overlays = useOverlays(open);
  const isSoon = useDeferredValue(open, false);
  const isShown = open && isSoon && overlays !== undefined;
  const onClosed = useReturn(open, isShown);
  useEscape(open && !locked && !isShown, onClose);
  return { overlays, state: { open: open && isSoon, onClosed } };
}

export function Dialog(props: DialogProps) {
  const { overlays, state } = useOpening(props);
  return overlays ? <overlays.DialogBox {...props} {...state} /> : null;
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  keepLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Why the action was refused. The dialog stays open so that the user can read the reason and try again. */
  refusal?: string | undefined;
}

/** Asks for confirmation of an action that cannot simply be undone. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  keepLabel,
  danger,
  busy = false,
  refusal,
}: ConfirmProps) {
  const text = useUiText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            {keepLabel ?? text.common.no}
          </Button>
          <Button variant={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {refusal ? (
        <Callout tone="bad" role="alert" className="mt-4">
          {refusal}
        </Callout>
      ) : null}
    </Dialog>
  );
}

/** A panel from the side: the menu on phones, forms next to a list. */
export function Sheet(props: SheetProps) {
  const { overlays, state } = useOpening(props);
  return overlays ? <overlays.SheetBox {...props} {...state} /> : null;
}
