// Downloads a table for spreadsheets and reports the result.
import { useState } from 'react';
import { errorMessage } from '../../lib/api/api-error.ts';
import { download } from '../../lib/api/download.ts';
import { notify } from '../../lib/notify.ts';
import { useExportsText } from './text.ts';

export function useTableDownload() {
  const text = useExportsText();
  const [busy, setBusy] = useState(false);

  /** @param name file name for when the server gives none */
  async function fetchTable(path: string, name: string) {
    setBusy(true);
    try {
      await download(path, name);
      notify.success(text.started);
    } catch (error) {
      notify.error(errorMessage(error, text.failed));
    } finally {
      setBusy(false);
    }
  }

  return { label: text.export, busy, fetchTable };
}
