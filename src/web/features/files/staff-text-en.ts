// English texts of the list of all copies, for staff.
import type { FilesStaffText } from './staff-text-bn.ts';

export const filesStaffEn: FilesStaffText = {
  title: 'Automatic services',
  hint: 'All information copies made in the portal, newest first',
  search: 'Name or number',
  columns: {
    user: 'User',
    type: 'Type',
    name: 'Full name',
    number: 'NID or birth registration number',
    charge: 'Price',
    balance: 'Balance after',
    date: 'Time',
  },
  noBalance: 'N/A',
  empty: 'No copies yet',
  emptySearch: 'No matching copies',
  failed: 'The copies could not be loaded',
};
