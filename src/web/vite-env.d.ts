/// <reference types="vite/client" />
declare const __APP_VERSION__: string;
interface ImportMetaEnv {
  readonly VITE_API_ORIGIN?: string;
}
/** What first-paint.js asked the server before any code had come. */
declare var asked:
  | {
      /** The access token that was asked about, and with. */
      readonly token?: string;
      readonly verified?: Promise<Response>;
      /** Of calls that read, by path and query. */
      readonly answers?: Record<string, Promise<Response>>;
      /** Whether the tokens in storage have been renewed: then the Date of the answer. */
      readonly renewed?: Promise<string | false>;
    }
  | undefined;
