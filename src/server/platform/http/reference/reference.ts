// The API reference, generated from the declarations: one page without scripts, and OpenAPI for tools.
import { systemEndpoints } from '#contract/system.ts';
import type { Binder } from '../admission.ts';
import { bind } from '../bind.ts';
import { openApi } from './open-api.ts';
import { referencePage } from './reference-page.ts';

/** Rendering the whole API takes as long as the rest of the start, so it waits for the first reader. */
export function serveApiReference(binder: Binder, version: string, isSandbox: boolean): void {
  let page: string | undefined;
  let document: string | undefined;
  bind(binder, systemEndpoints.reference, async ({ reply }) => {
    page ??= referencePage(version, isSandbox);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  bind(binder, systemEndpoints.openApi, async ({ reply }) => {
    document ??= JSON.stringify(openApi(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
