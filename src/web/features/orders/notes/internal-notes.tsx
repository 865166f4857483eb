// Notes that staff write about an order for one another.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { internalNotesQuery } from '../queries.ts';
import { NotesCard } from './notes-card.tsx';

export const InternalNotes = ({ orderId }: { orderId: number }) => (
  <NotesCard
    about="order"
    id={orderId}
    notes={useQuery(internalNotesQuery(orderId))}
    send={(body, idempotencyKey) =>
      call('POST /account/orders/:id/notes/', { params: { id: orderId }, body, idempotencyKey })
    }
  />
);
