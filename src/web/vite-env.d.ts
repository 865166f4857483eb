/// <reference types="vite/client" />
declare const __APP_VERSION__: string;
interface ImportMetaEnv {
  readonly VITE_API_ORIGIN?: string;
}
/** The requests that first-paint.js sent before any code was loaded. */
declare var asked:
  | {
      /** The access token that these requests verify and use. */
      readonly token?: string;
      readonly verified?: Promise<Response>;
      /** Responses to GET requests, by path and query. */
      readonly answers?: Record<string, Promise<Response>>;
      /** Resolves to the Date of the response if the stored tokens have been renewed. */
      readonly renewed?: Promise<string | false>;
    }
  | undefined;
