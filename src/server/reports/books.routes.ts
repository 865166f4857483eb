import { booksEndpoints } from '#contract/reports/book-calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { BooksService } from './books.service.ts';

export function booksRoutes(binder: Binder, books: BooksService): void {
  bind(binder, booksEndpoints.books, () => books.read());
  bind(binder, booksEndpoints.auditBooks, ({ caller }) => books.auditNow(caller.userId));
}
