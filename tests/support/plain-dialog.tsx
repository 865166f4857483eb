// Replaces the dialogs of `ui/dialog.tsx` where screens are rendered without a browser: an open dialog is rendered in place, its parts one after
// another.
import type { ReactNode } from 'react';

const Plain = ({ open, ...given }: Record<string, ReactNode> & { open: boolean }) =>
  open ? (
    <div>
      <h2>{given.title}</h2>
      <p>{given.description}</p>
      {given.children}
      {given.footer}
    </div>
  ) : null;

export { Plain as ConfirmDialog, Plain as Dialog, Plain as Sheet };
