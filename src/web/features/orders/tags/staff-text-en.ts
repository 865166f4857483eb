// English texts of tags on orders.
import { counted } from '../../../text/counted.ts';
import type { TagsText } from './staff-text-bn.ts';

export const tagsEn: TagsText = {
  action: 'Tags',
  label: 'Tags on this order',
  filter: 'Tag',
  any: 'All tags',
  gone: 'Deleted tag',
  title: (id) => `Order ${id}: tags`,
  titleMany: (count) => `Tags on ${counted(count, 'order')}`,
  hint: 'Only staff see tags; customers never do.',
  list: 'All tags',
  failed: 'The tags could not be loaded',
  putFailed: 'The tag could not be set',
  add: 'New tag',
  name: 'Name',
  nameMissing: 'Give it a name',
  color: 'Colour',
  colors: {
    grey: 'Grey',
    red: 'Red',
    amber: 'Yellow',
    green: 'Green',
    blue: 'Blue',
    purple: 'Purple',
  },
  saveFailed: 'The tag could not be saved',
  change: (name) => `Edit ${name}`,
  remove: (name) => `Delete ${name}`,
  removeTitle: (name) => `Delete the tag ‘${name}’?`,
  removeText: 'It will be removed from every order that has it.',
  removeIt: 'Delete',
  removeFailed: 'The tag could not be deleted',
};
