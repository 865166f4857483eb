// The order of the gallery: changed by dragging with a mouse, or by buttons with keyboard and finger.
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import { useFormat } from '../../lib/format.ts';
import { useServiceName } from '../../lib/service-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useCatalogueText } from './text.ts';

interface ArrangeListProps {
  services: readonly Service[];
  busy: boolean;
  onSave: (ids: number[]) => void;
  onCancel: () => void;
}

export function ArrangeList({ services, busy, onSave, onCancel }: ArrangeListProps) {
  const text = useCatalogueText();
  const common = useUiText().common;
  const format = useFormat();
  const [ids, setIds] = useState(() => services.map(({ id }) => id));
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<number>();
  const shownName = useServiceName();
  const nameOf = (id: number) => {
    const service = services.find((one) => one.id === id);
    return service ? shownName(service) : '';
  };

  function put(id: number, place: number) {
    if (place < 0 || place >= ids.length || ids.indexOf(id) === place) return;
    const next = ids.filter((one) => one !== id);
    next.splice(place, 0, id);
    setIds(next);
    setAnnouncement(text.moved(nameOf(id), format.digits(place + 1)));
  }
  const step = (id: number, by: 1 | -1, place: number) => (
    <Button
      variant="quiet"
      size="icon"
      aria-label={by < 0 ? text.up(nameOf(id)) : text.down(nameOf(id))}
      disabled={busy}
      // Stays focusable at either end.
      aria-disabled={place + by < 0 || place + by >= ids.length || undefined}
      onClick={() => put(id, place + by)}
    >
      {by < 0 ? (
        <ArrowUp className="size-5" aria-hidden="true" />
      ) : (
        <ArrowDown className="size-5" aria-hidden="true" />
      )}
    </Button>
  );
  return (
    <Card title={text.arrange} description={text.arrangeHint}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol className="space-y-2">
        {ids.map((id, place) => (
          <li
            key={id}
            draggable={!busy}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              put(dragged, place);
            }}
            onDrop={(event) => event.preventDefault()}
            className={clsx(
              'flex items-center gap-2 rounded-md border border-line bg-surface p-2',
              dragged === id && 'opacity-60',
            )}
          >
            <GripVertical
              className="hidden size-5 shrink-0 cursor-grab text-muted md:block"
              aria-hidden="true"
            />
            <span className="money w-8 shrink-0 text-muted">{format.digits(place + 1)}</span>
            <span className="min-w-0 grow break-words">{nameOf(id)}</span>
            {step(id, -1, place)}
            {step(id, 1, place)}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel} disabled={busy}>
          {common.cancel}
        </Button>
        <Button busy={busy} onClick={() => onSave(ids)}>
          {text.arrangeDone}
        </Button>
      </div>
    </Card>
  );
}
