// The customer's attachments, next to the order: a photo with zoom and rotation, a PDF in a tab of its own. A photo is fetched when it is opened,
// because every view is an entry in the audit log.
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Image, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { OrderAttachment } from '#contract/orders/attachment-calls.ts';
import type { Order } from '#contract/orders/calls.ts';
import { fetchProtected } from '../../../lib/api/download.ts';
import { useLanguage } from '../../../lib/language.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card } from '../../../ui/surface.tsx';
import { attachmentsQuery, publishedFormQuery } from '../queries.ts';
import { useOrdersStaffText } from '../staff/text.ts';

const zooms = [1, 1.5, 2, 3, 4] as const;

/** Renders nothing for an order without attachments. */
export function StaffAttachments({ order }: { order: Order }) {
  const language = useLanguage();
  const form = useQuery({ ...publishedFormQuery(order.form?.id ?? 0), enabled: order.form !== undefined });
  const { attachments: text } = useOrdersStaffText();
  const { data, isPending, isError, refetch } = useQuery(attachmentsQuery(order.id));
  const [openId, setOpenId] = useState<number>();
  if (isPending) return <SkeletonRows rows={1} />;
  if (!isError && data.count === 0) return null;
  /** The name of the paper, if the order's form asked for it. */
  const nameOf = ({ paper, name }: OrderAttachment) => {
    const asked = form.data?.form.papers.find(({ key }) => key === paper);
    return asked ? `${asked.label[language]}: ${name}` : name;
  };
  const open = data?.results.find(({ id }) => id === openId);
  return (
    <Card title={text.title}>
      {isError ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : (
        <ul className="flex flex-wrap gap-2" data-testid="order-attachments">
          {data.results.map((file) => (
            <li key={file.id} className="max-w-full">
              {file.media_type === 'application/pdf' ? (
                <a
                  href={onApiHost(file.file)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={button({ variant: 'quiet', size: 'small', className: 'max-w-full' })}
                >
                  <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
                  <span className="truncate">{nameOf(file)}</span>
                </a>
              ) : (
                <button
                  type="button"
                  aria-expanded={file.id === openId}
                  className={button({
                    variant: file.id === openId ? 'main' : 'quiet',
                    size: 'small',
                    className: 'max-w-full',
                  })}
                  onClick={() => setOpenId(file.id === openId ? undefined : file.id)}
                >
                  <Image className="size-4 shrink-0" aria-hidden="true" />
                  <span className="truncate">{nameOf(file)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open ? <PhotoViewer key={open.id} photo={open} /> : null}
    </Card>
  );
}

/** Fetched with the token, so that it works wherever the API is. */
function usePhoto({ file }: OrderAttachment) {
  const [address, setAddress] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressing 'retry' fetches it again
  useEffect(() => {
    const stop = new AbortController();
    let made: string | undefined;
    setBroken(false);
    fetchProtected(file, stop.signal)
      .then((response) => response.blob())
      .then((blob) => {
        made = URL.createObjectURL(blob);
        setAddress(made);
      })
      .catch(() => stop.signal.aborted || setBroken(true));
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [file, tries]);
  return { address, isBroken, retry: () => setTries((count) => count + 1) };
}

function PhotoViewer({ photo }: { photo: OrderAttachment }) {
  const { attachments: text } = useOrdersStaffText();
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const { address, isBroken, retry } = usePhoto(photo);
  const closer = () => setZoom((now) => Math.min(now + 1, zooms.length - 1));
  const further = () => setZoom((now) => Math.max(now - 1, 0));
  const turn = () => setQuarters((now) => now + 1);
  const whole = () => setZoom(0);
  // By the position of the key, because a Bengali layout has other characters there.
  const acts: Record<string, () => void> = {
    Equal: closer,
    NumpadAdd: closer,
    Minus: further,
    NumpadSubtract: further,
    KeyR: turn,
    Digit0: whole,
    Numpad0: whole,
  };
  function onKey(event: KeyboardEvent) {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.code];
    if (!act) return;
    // The page's own shortcuts act on the order.
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  if (isBroken) return <ErrorState title={text.photoFailed} onRetry={retry} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a second way, the buttons inside are the first
    <div className="mt-3" onKeyDown={onKey}>
      <div className="mb-2 flex flex-wrap items-center gap-1">
        <ViewerButton label={text.further} disabled={zoom === 0} onPress={further}>
          <ZoomOut className="size-5" aria-hidden="true" />
        </ViewerButton>
        <ViewerButton label={text.closer} disabled={zoom === zooms.length - 1} onPress={closer}>
          <ZoomIn className="size-5" aria-hidden="true" />
        </ViewerButton>
        <ViewerButton label={text.turn} onPress={turn}>
          <RotateCw className="size-5" aria-hidden="true" />
        </ViewerButton>
        <a
          href={onApiHost(photo.file)}
          target="_blank"
          rel="noopener noreferrer"
          className={button({ variant: 'bare', size: 'small' })}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          {text.ownTab}
        </a>
        <span className="text-sm text-muted max-sm:hidden">{text.keys}</span>
      </div>
      <section
        aria-label={photo.name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
        tabIndex={0}
        className="max-h-[70vh] overflow-auto rounded-md bg-sunken"
      >
        {/* A square can rotate in place. */}
        <div className="aspect-square" style={{ width: `${zooms[zoom]! * 100}%` }}>
          {address ? (
            <img
              src={address}
              alt={photo.name}
              data-testid="photo"
              className="size-full object-contain transition-transform motion-reduce:transition-none"
              style={{ transform: `rotate(${quarters * 90}deg)` }}
            />
          ) : (
            <SkeletonRows rows={4} className="p-4" />
          )}
        </div>
      </section>
    </div>
  );
}

interface ViewerButtonProps {
  label: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function ViewerButton({ label, disabled = false, onPress, children }: ViewerButtonProps) {
  return (
    <button
      type="button"
      className={button({ variant: 'bare', size: 'icon' })}
      aria-label={label}
      title={label}
      // Stays focusable when it has no effect.
      aria-disabled={disabled || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
