// Accepts a file dropped anywhere on the page, not only on its field.
import { useEffect, useRef } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** @param onFile undefined while no file can be used: a drop then does nothing, instead of making the browser leave the page */
export function useDroppedFile(onFile: ((file: File) => void) | undefined): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) latest.current?.(file);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
