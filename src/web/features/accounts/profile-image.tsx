// The own picture: chosen, cropped to a square that is seen before it is sent, and replaced.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Camera, ZoomIn } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { UserRecord } from '#contract/accounts.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { changeUser } from '../../lib/session.ts';
import { useAccountText } from '../../text/account.ts';
import { useText } from '../../text/text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { type Crop, middleSquare, moved, zoomed } from './crop.ts';

const maximumBytes = 5 * 1024 * 1024;
const sentSide = 512;
const accepted = 'image/jpeg,image/png,image/webp';

export function ProfileImage({ user }: { user: UserRecord }) {
  const { profile: text } = useAccountText();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const name = `${user.first_name} ${user.last_name}`.trim();

  async function take(file: File) {
    if (file.size > maximumBytes) return notify.error(text.imageTooLarge);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      notify.error(text.notImage);
    }
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <Avatar
        name={name}
        seed={user.username}
        image={user.profile.profile_image}
        className="size-20 text-3xl"
      />
      <div className="min-w-0 grow">
        <h2 className="text-lg break-words">{name || user.username}</h2>
        <p className="text-muted">
          <EmailText email={user.username} />
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={accepted}
        className="sr-only"
        tabIndex={-1}
        aria-label={text.image}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button look="quiet" size="small" onClick={() => input.current?.click()}>
        <Camera className="size-4" aria-hidden="true" />
        {text.changeImage}
      </Button>
      {picture ? (
        <CropDialog picture={picture} userId={user.id} onClose={() => setPicture(undefined)} />
      ) : null}
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  // A transparent picture gets paper behind it, as the server's JPEG would have black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, crop.x, crop.y, crop.side, crop.side, 0, 0, canvas.width, canvas.height);
}

interface CropCanvasProps extends Omit<ComponentProps<'canvas'>, 'width' | 'height'> {
  picture: ImageBitmap;
  crop: Crop;
  side: number;
  label: string;
}

function CropCanvas({ picture, crop, side, label, ref, ...rest }: CropCanvasProps) {
  const own = useRef<HTMLCanvasElement>(null);
  useImperativeHandle(ref, () => own.current!);
  useEffect(() => {
    if (own.current) draw(own.current, picture, crop);
  }, [picture, crop]);
  return <canvas {...rest} ref={own} width={side} height={side} role="img" aria-label={label} />;
}

interface CropDialogProps {
  picture: ImageBitmap;
  userId: number;
  onClose: () => void;
}

function CropDialog({ picture, userId, onClose }: CropDialogProps) {
  const { profile: text } = useAccountText();
  const common = useText().common;
  const client = useQueryClient();
  const [crop, setCrop] = useState(() => middleSquare(picture));
  const [zoom, setZoom] = useState(1);
  const large = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | undefined>(undefined);

  const upload = useMutation({
    async mutationFn() {
      const canvas = large.current!;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
      if (!blob) throw new Error('the picture could not be drawn');
      const form = new FormData();
      form.set('profile_image', blob, 'profile.jpg');
      return call('POST /account/user/update-profile-image/', { form });
    },
    onSuccess(answer) {
      changeUser({ profile_image: answer.profile_image });
      void client.invalidateQueries({ queryKey: ['user', userId] });
      notify.success(answer.message || text.imageSaved);
      onClose();
    },
    onError: (error) => notify.error(errorWords(error, text.imageFailed)),
  });

  /** Of the picture's pixels to those on the screen. */
  const scale = () => crop.side / (large.current?.clientWidth || 1);

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    const from = held.current;
    if (!from) return;
    const [dx, dy] = [(from.x - event.clientX) * scale(), (from.y - event.clientY) * scale()];
    held.current = { x: event.clientX, y: event.clientY };
    setCrop((old) => moved(old, picture, dx, dy));
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = crop.side / 20;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ];
    if (!by) return;
    event.preventDefault();
    setCrop((old) => moved(old, picture, by[0]!, by[1]!));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={upload.isPending}
      title={text.cropTitle}
      description={text.cropHint}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={upload.isPending}>
            {common.cancel}
          </Button>
          <Button busy={upload.isPending} onClick={() => upload.mutate()}>
            {text.useImage}
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-wrap items-end justify-center gap-x-6 gap-y-4">
        <div className="relative aspect-square w-64 max-w-full overflow-hidden rounded-lg border border-line">
          <CropCanvas
            ref={large}
            picture={picture}
            crop={crop}
            side={sentSide}
            label={text.cropArea}
            tabIndex={0}
            className="size-full cursor-grab touch-none active:cursor-grabbing"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              held.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              held.current = undefined;
            }}
            onPointerCancel={() => {
              held.current = undefined;
            }}
            onKeyDown={onKeyDown}
          />
          <div className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_var(--scrim)]" />
        </div>
        <figure className="text-center">
          <CropCanvas
            picture={picture}
            crop={crop}
            side={160}
            label={text.preview}
            className="mx-auto size-20 rounded-full border border-line"
          />
          <figcaption aria-hidden="true" className="mt-1 text-sm text-muted">
            {text.preview}
          </figcaption>
        </figure>
      </div>
      <label className="mx-auto mt-4 flex max-w-sm items-center gap-3">
        <ZoomIn className="size-5 shrink-0 text-muted" aria-hidden="true" />
        <span className="sr-only">{text.zoom}</span>
        <input
          type="range"
          min="1"
          max="4"
          step="0.05"
          className="h-11 w-full accent-accent"
          value={zoom}
          onChange={(event) => {
            const next = Number(event.target.value);
            setZoom(next);
            setCrop((old) => zoomed(old, picture, next));
          }}
        />
      </label>
    </Dialog>
  );
}
