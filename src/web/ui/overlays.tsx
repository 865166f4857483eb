// Dialogs, menus and sheets, and the library behind them. Fetched after the page, which shows none of them yet (fetch-overlays.ts).
import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { Dialog, DropdownMenu as Menu } from 'radix-ui';
import { type ReactElement, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useEscape } from './escape.ts';
import { useCloseRequest } from './frame/close-request.ts';
import { useDoubleTapGuard } from './frame/double-tap-guard.ts';
import { useUiText } from './text.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** While true, nothing closes the dialog. */
  locked?: boolean;
  size?: 'normal' | 'wide';
}

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** While true, nothing closes it. */
  locked?: boolean;
  side?: 'left' | 'right';
  showTitle?: boolean;
}

export interface DropdownProps {
  /** A button. */
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  label?: string;
}

export interface ItemProps {
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

export interface CheckItemProps {
  checked: boolean;
  onChange: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * With a keyboard, the first field or the one marked for it gets the focus. On a phone it does not, because the on-screen keyboard would cover half
 * the screen.
 */
function beginInField(event: Event): void {
  if (!window.matchMedia('(hover: hover)').matches) return;
  const content = event.currentTarget as HTMLElement;
  const field =
    content.querySelector<HTMLElement>('[data-begin]') ??
    content.querySelector<HTMLElement>(
      'input:not([type=file], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled)',
    );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

function CloseButton({ disabled = false, className }: { disabled?: boolean; className?: string }) {
  const text = useUiText();
  return (
    <Dialog.Close asChild disabled={disabled}>
      <button
        type="button"
        aria-label={text.common.close}
        className={clsx(
          'grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink',
          className,
        )}
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </Dialog.Close>
  );
}

/** Height that fits at least a heading, a field and the buttons. */
const lowPixels = 288;

/**
 * Keeps an open dialog above an on-screen keyboard, which covers the bottom of the window without resizing it. If little room is left, heading and
 * buttons scroll with the content (`data-low`).
 */
function keepInView(content: HTMLElement | null) {
  const view = window.visualViewport;
  if (!content || !view) return;
  let before = 0;
  const place = () => {
    // While the user has zoomed in, they move the view themselves.
    const covered = view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop);
    content.style.setProperty('--covered', `${covered}px`);
    content.toggleAttribute('data-low', window.innerHeight - covered < lowPixels);
    if (covered > before && content.contains(document.activeElement))
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    before = covered;
  };
  place();
  view.addEventListener('resize', place);
  view.addEventListener('scroll', place);
  return () => {
    view.removeEventListener('resize', place);
    view.removeEventListener('scroll', place);
  };
}

/** @param onClosed returns the focus */
type Closed = { onClosed: (event: Event) => void };

export function DialogBox({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  locked = false,
  size = 'normal',
  onClosed,
}: DialogProps & Closed) {
  const close = () => void (locked || onClose());
  useCloseRequest(open, close);
  const secondTap = useDoubleTapGuard(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          ref={keepInView}
          {...secondTap}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={beginInField}
          onCloseAutoFocus={onClosed}
          onInteractOutside={(event) => {
            const isBeside = (event.target as Element | null)?.closest('[data-beside-dialogs]');
            if (locked || isBeside) event.preventDefault();
          }}
          className={clsx(
            'rise-in group/box fixed inset-x-3 bottom-[calc(0.75rem+var(--foot)+var(--covered,0px))] z-50 mx-auto flex max-h-[calc(100dvh-1.5rem-var(--foot)-var(--covered,0px))] flex-col rounded-lg bg-surface text-ink shadow-high data-low:overflow-y-auto',
            'sm:top-[calc(50%-var(--covered,0px)/2)] sm:bottom-auto sm:-translate-y-1/2',
            size === 'wide' ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="flex items-start justify-between gap-3 px-5 pt-5">
            <Dialog.Title className="min-w-0 pb-2 text-lg break-words">{title}</Dialog.Title>
            <CloseButton disabled={locked} className="-mt-1.5 -mr-2" />
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pb-5 group-data-low/box:shrink-0 group-data-low/box:overflow-visible">
            {description ? (
              <Dialog.Description asChild>
                <div className="text-base text-muted">{description}</div>
              </Dialog.Description>
            ) : null}
            {children}
          </div>
          {footer ? (
            <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 sm:flex-row sm:justify-end">
              {footer}
            </div>
          ) : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function SheetBox({
  open,
  onClose,
  title,
  children,
  locked = false,
  side = 'right',
  showTitle = true,
  onClosed,
}: SheetProps & Closed) {
  const close = () => void (locked || onClose());
  useCloseRequest(open, close);
  const secondTap = useDoubleTapGuard(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          ref={keepInView}
          {...secondTap}
          aria-describedby={undefined}
          onOpenAutoFocus={beginInField}
          onCloseAutoFocus={onClosed}
          className={clsx(
            'fixed top-0 bottom-[var(--covered,0px)] z-50 flex w-[min(24rem,calc(100vw-3rem))] flex-col overflow-y-auto bg-surface text-ink shadow-high',
            side === 'left' ? 'slide-in left-0 max-w-72' : 'rise-in right-0',
          )}
        >
          <div
            className={clsx(
              'flex items-center justify-between gap-3',
              showTitle ? 'border-b border-line px-5 py-3' : 'absolute top-2 right-2 z-10',
            )}
          >
            <Dialog.Title className={showTitle ? 'min-w-0 text-lg break-words' : 'sr-only'}>
              {title}
            </Dialog.Title>
            <CloseButton disabled={locked} />
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface MenuBoxProps extends DropdownProps {
  /** How the trigger was pressed before this code was loaded. */
  press: Event | undefined;
  /** The placeholder trigger had the focus. */
  isFocused: boolean;
}

export function MenuBox({ trigger, children, label, press, isFocused }: MenuBoxProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isComing, setComing] = useState(false);
  // A pointer press is answered at once, and the menu follows in interruptible steps because setting it up takes longer than a press may. With the
  // keyboard it opens at once, because the next key belongs to the menu.
  const change = (next: boolean) => {
    const isLater = next && window.event?.type === 'pointerdown';
    setComing(isLater);
    if (isLater) startTransition(() => setOpen(true));
    else setOpen(next);
  };
  useEscape(isComing && !isOpen, () => change(false));
  useCloseRequest(isOpen, () => setOpen(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at first, in place of the trigger that stood here
  useEffect(() => {
    if (isFocused) button.current?.focus();
    // A user who has moved on to a field or another page no longer wants the menu. Some browsers do not focus a pressed button.
    if (press && (isFocused || document.activeElement === document.body))
      button.current?.dispatchEvent(press);
  }, []);
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={change}>
      <Menu.Trigger asChild ref={button}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="rise-in z-50 min-w-52 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-surface p-1.5 text-ink shadow-high"
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

export const MenuItem = ({ onSelect, icon, danger, children }: ItemProps) => (
  <Menu.Item
    onSelect={onSelect}
    className={clsx(
      'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 -outline-offset-2 data-highlighted:bg-sunken',
      danger && 'text-bad',
    )}
  >
    {icon}
    {children}
  </Menu.Item>
);

export const MenuCheckItem = ({ checked, onChange, className, children }: CheckItemProps) => (
  <Menu.CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    // Stays open, because users often choose more than one.
    onSelect={(event) => event.preventDefault()}
    className={clsx(
      'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 -outline-offset-2 data-highlighted:bg-sunken',
      className,
    )}
  >
    <span className="grid size-5 shrink-0 place-items-center rounded border border-line-strong">
      <Menu.ItemIndicator>
        <Check className="size-4 text-accent-text" aria-hidden="true" />
      </Menu.ItemIndicator>
    </span>
    {children}
  </Menu.CheckboxItem>
);

export const MenuLabel = ({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) => <Menu.Label className={clsx('px-3 py-2', className)}>{children}</Menu.Label>;
export const MenuLine = () => <Menu.Separator className="my-1.5 h-px bg-line" />;
