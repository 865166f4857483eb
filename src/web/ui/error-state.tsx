// Shown where something could not be loaded. A separate file, because the first pages do not need it.
import { CloudOff } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Button } from './button.tsx';
import { useUiText } from './text.ts';

/** Advice added by an area: why it could not be loaded without a network, and what to do. */
export const ErrorAdvice = createContext<ReactNode>(null);

export function ErrorState({
  title,
  hint,
  onRetry,
}: {
  title: string;
  hint?: string | undefined;
  onRetry: () => void;
}) {
  const text = useUiText();
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-10 text-center">
      <div
        className="mb-3 grid size-14 place-items-center rounded-full bg-bad-soft text-bad"
        aria-hidden="true"
      >
        <CloudOff className="size-6" />
      </div>
      <p className="font-medium">{title}</p>
      {hint ? <p className="max-w-sm text-muted">{hint}</p> : null}
      {useContext(ErrorAdvice)}
      <Button variant="quiet" className="mt-4" onClick={onRetry}>
        {text.common.retry}
      </Button>
    </div>
  );
}
