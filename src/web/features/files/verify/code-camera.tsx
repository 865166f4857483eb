// Scans a code with the camera. A failure says what to do instead.
import { Camera, CircleStop } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type CodeReader, startCodeReader } from './code-reader.ts';
import { parseScan, type Scanned } from './scanned.ts';
import { useVerifyText } from './text.ts';

type Failure = 'refused' | 'missing' | 'failed';

const failures: Readonly<Record<string, Failure>> = {
  NotAllowedError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** Enough pixels for a QR code that carries a signed statement. */
const wish = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };

export function CodeCamera({ onFound }: { onFound: (scanned: Scanned) => void }) {
  const text = useVerifyText();
  const [on, setOn] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    if (!on) return;
    let camera: MediaStream | undefined;
    let reader: CodeReader | undefined;
    let stopped = false;
    const stop = () => {
      stopped = true;
      camera?.getTracks().forEach((track) => void track.stop());
      reader?.stop();
    };
    const scan = async () => {
      camera = await navigator.mediaDevices.getUserMedia({ video: wish });
      const screen = video.current;
      if (stopped || !screen) return stop();
      screen.srcObject = camera;
      await screen.play();
      reader = await startCodeReader();
      while (!stopped) {
        const codes = await reader.read(screen);
        const found = codes.map(parseScan).find((one) => one !== undefined);
        if (found && !stopped) return onFound(found);
        await new Promise((done) => setTimeout(done, 200));
      }
      return stop();
    };
    scan().catch((error: unknown) => {
      if (stopped) return;
      setFailure(failures[(error as Error).name] ?? 'failed');
      setOn(false);
    });
    return stop;
  }, [on, onFound]);

  return (
    <div className="space-y-3">
      {on ? (
        <>
          <video
            ref={video}
            muted
            playsInline
            aria-label={text.camera}
            className="max-h-[60dvh] w-full rounded-md bg-sunken"
          />
          <p aria-hidden="true" className="text-center text-muted">
            {text.camera}
          </p>
        </>
      ) : null}
      <Button
        variant="quiet"
        wide
        onClick={() => {
          // A page not served over HTTPS has no camera access at all.
          const has = navigator.mediaDevices !== undefined;
          setFailure(has ? undefined : 'failed');
          setOn(has && !on);
        }}
      >
        {on ? (
          <CircleStop className="size-5" aria-hidden="true" />
        ) : (
          <Camera className="size-5" aria-hidden="true" />
        )}
        {on ? text.stopCamera : text.scan}
      </Button>
      {failure ? (
        <p role="alert" className="text-bad">
          {text.cameraFailures[failure]}
        </p>
      ) : null}
    </div>
  );
}
