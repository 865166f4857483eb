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
  // Outside the page: an open dialog hides the page from screen readers, which should still announce messages.
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
