// The corner for short messages: at most twenty, success two seconds, errors four (set in lib/notify.ts).
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as Sonner } from 'sonner';
import { toasterMounted } from '../lib/notify.ts';
import { useTheme } from '../lib/theme.ts';
import { useUiText } from './text.ts';

export default function Toaster() {
  const text = useUiText();
  // The child's effect, which listens for messages, has run by the time this one does.
  useEffect(toasterMounted, []);
  // Beside the page, not in it: an open dialog hides the page from those who listen, and a message is meant for them too.
  return createPortal(
    <Sonner
      theme={useTheme()}
      position="top-center"
      visibleToasts={20}
      containerAriaLabel={text.common.notifications}
      toastOptions={{
        classNames: { toast: 'toast', success: 'toast-good', error: 'toast-bad' },
      }}
    />,
    document.body,
  );
}
