// Downloads everything that a filter matches, on all pages, as a table for spreadsheets.
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useTableDownload } from './download-table.ts';

interface ExportButtonProps {
  path: string;
  /** File name for when the server gives none. */
  name: string;
  filter: Readonly<Record<string, string | number | undefined>>;
}

export function ExportButton({ path, name, filter }: ExportButtonProps) {
  const { label, busy, fetchTable } = useTableDownload();

  function fetchFiltered() {
    const active = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
    const query = new URLSearchParams(active.map(([key, value]) => [key, String(value)]));
    void fetchTable(`${path}?${query}`, name);
  }

  return (
    <Button variant="quiet" busy={busy} onClick={fetchFiltered}>
      <Download className="size-5" aria-hidden="true" />
      {label}
    </Button>
  );
}
