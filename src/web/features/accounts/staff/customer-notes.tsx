// Notes that staff write about a customer for one another.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { NotesCard } from '../../orders/notes/notes-card.tsx';
import { userNotesQuery } from '../queries.ts';

export const CustomerNotes = ({ userId }: { userId: number }) => (
  <NotesCard
    about="customer"
    id={userId}
    notes={useQuery(userNotesQuery(userId))}
    send={(body, idempotencyKey) =>
      call('POST /account/user/:id/notes/', { params: { id: userId }, body, idempotencyKey })
    }
  />
);
