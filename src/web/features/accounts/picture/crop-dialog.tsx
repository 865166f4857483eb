// Lets the user crop a picture before it is used: by dragging, with the slider, or with the arrow keys.
import { clsx } from 'clsx';
import { ZoomIn } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useAccountsText } from '../text.ts';
import { type Crop, middlePart, moved, zoomed } from './crop.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  /** Width divided by height. */
  shape: number;
  /** Width of the cropped picture, in pixels. */
  width: number;
  /** Shows the circle that lists will show of it. */
  round?: boolean;
  busy?: boolean;
  onClose: () => void;
  /** A JPEG. */
  onCrop: (blob: Blob) => void;
}

export function CropDialog({
  picture,
  shape,
  width,
  round = false,
  busy = false,
  onClose,
  onCrop,
}: CropDialogProps) {
  const { profile: text } = useAccountsText();
  const common = useUiText().common;
  const [crop, setCrop] = useState(() => middlePart(picture, shape));
  const [zoom, setZoom] = useState(1);
  const large = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | undefined>(undefined);
  const size = { width, height: Math.round(width / shape) };

  /** Picture pixels per screen pixel. */
  const scale = () => crop.width / (large.current?.clientWidth || 1);

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    const from = held.current;
    if (!from) return;
    const [dx, dy] = [(from.x - event.clientX) * scale(), (from.y - event.clientY) * scale()];
    held.current = { x: event.clientX, y: event.clientY };
    setCrop((old) => moved(old, picture, dx, dy));
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = crop.width / 20;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ];
    if (!by) return;
    event.preventDefault();
    setCrop((old) => moved(old, picture, by[0]!, by[1]!));
  }

  const letGo = () => {
    held.current = undefined;
  };

  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={text.cropTitle}
      description={text.cropHint}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button
            busy={busy}
            onClick={() => large.current?.toBlob((blob) => blob && onCrop(blob), 'image/jpeg', 0.92)}
          >
            {text.useImage}
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-wrap items-end justify-center gap-x-6 gap-y-4">
        <div
          className={clsx(
            'relative max-w-full overflow-hidden rounded-lg border border-line',
            shape > 1.5 ? 'w-80' : 'w-64',
          )}
        >
          <CropCanvas
            ref={large}
            picture={picture}
            crop={crop}
            {...size}
            label={text.cropArea}
            tabIndex={0}
            className="block h-auto w-full cursor-grab touch-none -outline-offset-2 active:cursor-grabbing"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              held.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerMove={onPointerMove}
            onPointerUp={letGo}
            onPointerCancel={letGo}
            onKeyDown={onKeyDown}
          />
          {round ? (
            <div className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_var(--scrim)]" />
          ) : null}
        </div>
        {round ? (
          <figure className="text-center">
            <CropCanvas
              picture={picture}
              crop={crop}
              width={160}
              height={160}
              label={text.preview}
              className="mx-auto size-20 rounded-full border border-line"
            />
            <figcaption aria-hidden="true" className="mt-1 text-sm text-muted">
              {text.preview}
            </figcaption>
          </figure>
        ) : null}
      </div>
      <ZoomSlider
        value={zoom}
        onChange={(next) => {
          setZoom(next);
          setCrop((old) => zoomed(old, picture, next));
        }}
      />
    </Dialog>
  );
}

function ZoomSlider({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { profile: text } = useAccountsText();
  return (
    <label className="mx-auto mt-4 flex max-w-sm items-center gap-3">
      <ZoomIn className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <span className="sr-only">{text.zoom}</span>
      <input
        type="range"
        min="1"
        max="4"
        step="0.05"
        className="h-11 w-full -outline-offset-2 accent-accent"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}

interface CropCanvasProps extends ComponentProps<'canvas'> {
  picture: ImageBitmap;
  crop: Crop;
  label: string;
}

function CropCanvas({ picture, crop, label, ref, ...rest }: CropCanvasProps) {
  const own = useRef<HTMLCanvasElement>(null);
  useImperativeHandle(ref, () => own.current!);
  useEffect(() => {
    if (own.current) draw(own.current, picture, crop);
  }, [picture, crop]);
  return <canvas {...rest} ref={own} role="img" aria-label={label} />;
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  // A transparent picture gets a white background; the server's JPEG would make it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
}
