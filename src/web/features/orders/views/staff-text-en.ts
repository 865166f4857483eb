// English texts of saved views.
import type { ViewsText } from './staff-text-bn.ts';

export const viewsEn: ViewsText = {
  title: 'Saved views',
  save: 'Save this view',
  saveHint: 'Keeps the current filters under this name, to open again with one click.',
  searchHint: 'What is typed into the search is not saved.',
  columnsHint: 'The columns hidden now stay hidden in it.',
  name: 'Name',
  nameMissing: 'Give it a name',
  shared: 'Visible to all staff',
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
