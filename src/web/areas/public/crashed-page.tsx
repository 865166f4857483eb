import { Button } from '../../ui/button.tsx';
import { useUiText } from '../../ui/text.ts';

/** Instead of a white page when a screen throws. */
export function CrashedPage() {
  const text = useUiText();
  return (
    <main
      role="alert"
      className="mx-auto grid min-h-[60dvh] max-w-md place-content-center justify-items-center gap-2 p-6 text-center"
    >
      <h1 className="text-xl">{text.common.crashed}</h1>
      <p className="text-muted">{text.common.crashedHint}</p>
      <Button className="mt-4" onClick={() => window.location.reload()}>
        {text.common.reload}
      </Button>
    </main>
  );
}
