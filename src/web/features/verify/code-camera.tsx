// Scans a code with the camera, in browsers that can read codes themselves; elsewhere there is no such button.
import { Camera, CircleStop } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFrontText } from '../../text/front.ts';
import { Button } from '../../ui/button.tsx';
import { readScanned, type Scanned } from './scanned.ts';

interface CodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type CodeReaderClass = new (options: { formats: string[] }) => CodeReader;
const readerClass = () => (globalThis as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector;

export function CodeCamera({ onFound }: { onFound: (scanned: Scanned) => void }) {
  const { verify: text } = useFrontText();
  const [on, setOn] = useState(false);
  const [failed, setFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const canScan = readerClass() !== undefined && navigator.mediaDevices !== undefined;

  useEffect(() => {
    const Reader = readerClass();
    if (!on || !Reader) return;
    let camera: MediaStream | undefined;
    let stopped = false;
    const look = async () => {
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const screen = video.current;
      if (stopped || !screen) return camera.getTracks().forEach((track) => void track.stop());
      screen.srcObject = camera;
      await screen.play();
      const reader = new Reader({ formats: ['qr_code', 'code_128'] });
      while (!stopped) {
        const codes = await reader.detect(screen).catch(() => []);
        const found = codes.map(({ rawValue }) => readScanned(rawValue)).find((one) => one !== undefined);
        if (found && !stopped) return onFound(found);
        await new Promise((done) => setTimeout(done, 200));
      }
    };
    look().catch(() => {
      if (stopped) return;
      setFailed(true);
      setOn(false);
    });
    return () => {
      stopped = true;
      camera?.getTracks().forEach((track) => void track.stop());
    };
  }, [on, onFound]);

  if (!canScan) return null;
  return (
    <div className="space-y-3">
      {on ? (
        <video
          ref={video}
          muted
          playsInline
          aria-label={text.camera}
          className="w-full rounded-md bg-sunken"
        />
      ) : null}
      <Button
        look="quiet"
        wide
        onClick={() => {
          setFailed(false);
          setOn(!on);
        }}
      >
        {on ? (
          <CircleStop className="size-5" aria-hidden="true" />
        ) : (
          <Camera className="size-5" aria-hidden="true" />
        )}
        {on ? text.stopCamera : text.scan}
      </Button>
      {failed ? (
        <p role="alert" className="text-bad">
          {text.cameraFailed}
        </p>
      ) : null}
    </div>
  );
}
