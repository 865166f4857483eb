import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useUiText } from '../../ui/text.ts';

/** Shown instead of a blank page when a screen throws. */
export function CrashedPage() {
  const text = useUiText();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const follow = () => setOffline(!navigator.onLine);
    follow();
    window.addEventListener('online', follow);
    window.addEventListener('offline', follow);
    return () => {
      window.removeEventListener('online', follow);
      window.removeEventListener('offline', follow);
    };
  }, []);
  return (
    <main
      role="alert"
      className="mx-auto grid min-h-[60dvh] max-w-md place-content-center justify-items-center gap-2 p-6 text-center"
    >
      <h1 className="text-xl">{text.common.crashed}</h1>
      <p className="text-muted">{isOffline ? text.common.offline : text.common.crashedHint}</p>
      {/* Without a network, reloading would end on the browser's own error page. */}
      <Button className="mt-4" disabled={isOffline} onClick={() => window.location.reload()}>
        {text.common.reload}
      </Button>
    </main>
  );
}
