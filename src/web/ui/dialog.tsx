// Dialogs and drawers. The heading always names them; Escape and the scrim close them unless work is in progress.
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Callout } from './surface.tsx';
import { useUiText } from './text.ts';

/** With a keyboard the first field is focused, or the one that says so; on a phone the on-screen keyboard would cover half the screen. */
function beginInField(event: Event): void {
  if (!window.matchMedia('(hover: hover)').matches) return;
  const content = event.currentTarget as HTMLElement;
  const field =
    content.querySelector<HTMLElement>('[data-begin]') ??
    content.querySelector<HTMLElement>(
      'input:not([type=file], :disabled), select:not(:disabled), textarea:not(:disabled)',
    );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** What was pressed; of a menu, which is gone by then, its button. */
function openerOf(pressed: Element | null): HTMLElement | null {
  const menu = pressed?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (menu ? document.getElementById(menu) : pressed) as HTMLElement | null;
}

/** Leads a keyboard back to where the dialog was opened, unless the focus was led elsewhere meanwhile. */
function useReturn(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) opener.current = openerOf(document.activeElement);
  wasOpen.current = open;
  return (event) => {
    event.preventDefault();
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
  };
}

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** While true nothing closes the dialog. */
  locked?: boolean;
  size?: 'normal' | 'wide';
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  locked = false,
  size = 'normal',
}: DialogProps) {
  const text = useUiText();
  const lead = useReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={beginInField}
          onCloseAutoFocus={lead}
          onInteractOutside={(event) => {
            const isBeside = (event.target as Element | null)?.closest('[data-beside-dialogs]');
            if (locked || isBeside) event.preventDefault();
          }}
          className={clsx(
            'rise-in fixed inset-x-3 bottom-[calc(0.75rem+var(--foot))] z-50 mx-auto flex max-h-[calc(100dvh-1.5rem-var(--foot))] flex-col rounded-lg bg-surface text-ink shadow-high',
            'sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2',
            size === 'wide' ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="flex items-start justify-between gap-3 px-5 pt-5">
            <Radix.Title className="min-w-0 text-lg break-words">{title}</Radix.Title>
            <Radix.Close asChild disabled={locked}>
              <button
                type="button"
                aria-label={text.common.close}
                className="-mt-1.5 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </Radix.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pb-5">
            {description ? (
              <Radix.Description asChild>
                <div className="text-base text-muted">{description}</div>
              </Radix.Description>
            ) : null}
            {children}
          </div>
          {footer ? (
            <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 sm:flex-row sm:justify-end">
              {footer}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
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
  /** Why it was refused: the dialog stays open so that the reason can be read and the action tried again. */
  refusal?: string | undefined;
}

/** Asks before an action that cannot simply be undone. */
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

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  side?: 'left' | 'right';
  showTitle?: boolean;
}

/** A panel from the side: the menu on phones, forms beside a list. */
export function Sheet({ open, onClose, title, children, side = 'right', showTitle = true }: SheetProps) {
  const text = useUiText();
  const lead = useReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={beginInField}
          onCloseAutoFocus={lead}
          className={clsx(
            'fixed inset-y-0 z-50 flex w-[min(24rem,calc(100vw-3rem))] flex-col overflow-y-auto bg-surface text-ink shadow-high',
            side === 'left' ? 'slide-in left-0 max-w-72' : 'rise-in right-0',
          )}
        >
          <div
            className={clsx(
              'flex items-center justify-between gap-3',
              showTitle ? 'border-b border-line px-5 py-3' : 'absolute top-2 right-2 z-10',
            )}
          >
            <Radix.Title className={showTitle ? 'min-w-0 text-lg break-words' : 'sr-only'}>
              {title}
            </Radix.Title>
            <Radix.Close asChild>
              <button
                type="button"
                aria-label={text.common.close}
                className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
