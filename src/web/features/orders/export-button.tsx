// Fetches the completed orders that a filter shows, all pages of them, as a table for spreadsheets.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useStaffOrdersText } from '../../text/staff-orders.ts';
import { Button } from '../../ui/button.tsx';
import { download } from '../files/download.ts';

export function ExportButton({ search = '', user }: { search?: string; user?: number | undefined }) {
  const { history: text } = useStaffOrdersText();
  const [busy, setBusy] = useState(false);

  async function fetchTable() {
    setBusy(true);
    try {
      const query = new URLSearchParams({
        ...(search === '' ? {} : { search }),
        ...(user === undefined ? {} : { user: String(user) }),
      });
      await download(`/account/orders/completed/export/?${query}`, 'completed-orders.csv');
      notify.success(text.exported);
    } catch {
      notify.error(text.exportFailed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button look="quiet" busy={busy} onClick={() => void fetchTable()}>
      <Download className="size-5" aria-hidden="true" />
      {text.export}
    </Button>
  );
}
