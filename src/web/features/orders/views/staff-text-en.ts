// English texts of saved views.
import type { ViewsText } from './staff-text-bn.ts';

export const viewsEn: ViewsText = {
  title: 'Saved views',
  save: 'Save this view',
  saveHint: 'The filters of now are kept under this name; one press opens them again.',
  searchHint: 'What is typed into the search is not saved.',
  name: 'Name',
  nameMissing: 'Give it a name',
  shared: 'All staff see it',
  sharedMark: 'For everybody',
  sharedBy: (name) => `Shared by ${name}`,
  submit: 'Save',
  saved: 'The view is saved',
  failed: 'The view could not be saved',
  manage: (name) => `${name}: actions`,
  change: 'Rename',
  changed: 'The saved view is changed',
  changeFailed: 'The saved view could not be changed',
  remove: 'Delete',
  removeTitle: (name) => `Delete ‘${name}’?`,
  removeText: 'Only the saved view goes, no order.',
  removeShared: 'Your colleagues lose it too. No order is deleted.',
  removed: 'The saved view is deleted',
  removeFailed: 'The saved view could not be deleted',
};
