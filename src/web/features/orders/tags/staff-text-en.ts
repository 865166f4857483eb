// English texts of tags on orders.
import type { TagsText } from './staff-text-bn.ts';

export const tagsEn: TagsText = {
  action: 'Tags',
  label: 'Tags of this order',
  filter: 'Tag',
  any: 'All tags',
  title: (id) => `Order ${id}: tags`,
  titleMany: (count) => `Tags of ${count} orders`,
  hint: 'Only staff see them, customers never do.',
  list: 'Tags of the shop',
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
  change: (name) => `${name}: change`,
  remove: (name) => `${name}: delete`,
  removeTitle: (name) => `Delete the tag ‘${name}’?`,
  removeText: 'It is taken off every order that has it.',
  removeIt: 'Delete',
  removeFailed: 'The tag could not be deleted',
};
