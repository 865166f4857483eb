// What is shown of an area while the session is being checked, and how its frame takes over.
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { useUiText } from '../text.ts';

let isWaiting = false;

export function GuardWaiting() {
  const text = useUiText();
  useLayoutEffect(() => {
    isWaiting = true;
    return () => {
      isWaiting = false;
    };
  }, []);
  return (
    <main className="grid min-h-[60dvh] place-items-center text-muted">
      <p role="status">{text.common.loading}</p>
    </main>
  );
}

/**
 * A frame with its page. The router would set both up at once, with all that they ask for and follow, before a phone may paint anything of them:
 * where only the waiting is to be seen, they are set up in pieces, and ask after they were painted.
 */
export function InPieces({ children }: { children: ReactNode }) {
  const [isSetUp, setUp] = useState(!isWaiting);
  useEffect(() => startTransition(() => setUp(true)), []);
  return isSetUp ? children : <GuardWaiting />;
}
