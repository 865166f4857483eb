// Printed in place of a list's controls: the active filters. Read from the page, so that it works for every list.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { maskSearched } from '#contract/audit-log/mask-searched.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { SheetLine } from '../../../ui/frame/sheet-line.tsx';

type Control = HTMLInputElement | HTMLSelectElement | HTMLButtonElement;

/** Returns the value of a control as text; empty if it filters nothing. */
function wordsOf(control: Control, format: Format): string {
  const label = control.ariaLabel ?? control.labels?.[0]?.textContent ?? '';
  if (control instanceof HTMLButtonElement) return control.textContent;
  if (control instanceof HTMLSelectElement)
    return /^(?:all)?$/.test(control.value) ? '' : `${label}: ${control.selectedOptions[0]?.text}`;
  if (control.type === 'checkbox') return control.checked ? label : '';
  if (control.value.trim() === '') return '';
  // Paper travels further than the screen: of a number that was searched for, only the last digits are printed, as in the rows (decision 0093).
  const isSearch = control.inputMode === 'search';
  return isSearch ? `“${maskSearched(control.value.trim())}”` : `${label}: ${format.digits(control.value)}`;
}

function partsOf(main: Element, format: Format): string[] {
  const controls = main.querySelectorAll<Control>('.no-print :is(input, select, button[aria-pressed=true])');
  return [
    main.querySelector('h1')?.textContent,
    ...[...controls].filter((one) => !one.closest('table, li')).map((one) => wordsOf(one, format)),
    main.querySelector('[data-showing]')?.textContent,
  ].filter((words) => words !== undefined && words !== '') as string[];
}

export default function PrintedLine() {
  const [parts, setParts] = useState<readonly string[]>();
  const format = useFormat();
  useEffect(() => {
    const read = () => flushSync(() => setParts(partsOf(document.querySelector('main')!, format)));
    const clear = () => setParts(undefined);
    window.addEventListener('beforeprint', read);
    window.addEventListener('afterprint', clear);
    return () => {
      window.removeEventListener('beforeprint', read);
      window.removeEventListener('afterprint', clear);
    };
  }, [format]);
  return parts ? <SheetLine parts={parts} /> : null;
}
