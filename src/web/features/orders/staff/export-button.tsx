// Downloads everything a filter matches, all pages, as a table for spreadsheets.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorWords } from '../../../lib/api/api-error.ts';
import { download } from '../../../lib/api/download.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { useOrdersStaffText } from './text.ts';

interface ExportButtonProps {
  path: string;
  /** What the file is called when the server does not say. */
  name: string;
  filter: Readonly<Record<string, string | number | undefined>>;
}

export function ExportButton({ path, name, filter }: ExportButtonProps) {
  const { history: text } = useOrdersStaffText();
  const [busy, setBusy] = useState(false);

  async function fetchTable() {
    setBusy(true);
    try {
      const active = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
      const query = new URLSearchParams(active.map(([key, value]) => [key, String(value)]));
      await download(`${path}?${query}`, name);
      notify.success(text.exported);
    } catch (error) {
      notify.error(errorWords(error, text.exportFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="quiet" busy={busy} onClick={() => void fetchTable()}>
      <Download className="size-5" aria-hidden="true" />
      {text.export}
    </Button>
  );
}
