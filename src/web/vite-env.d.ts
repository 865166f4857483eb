/// <reference types="vite/client" />
declare const __APP_VERSION__: string;
interface ImportMetaEnv {
  readonly VITE_API_ORIGIN?: string;
}
/** What first-paint.js asked the server about the stored session before any code had come. */
declare var asked:
  | {
      /** The access token that `answer` is about. */
      readonly token?: string;
      readonly answer?: Promise<Response>;
      /** Whether the tokens in storage have been renewed. */
      readonly renewed?: Promise<boolean>;
    }
  | undefined;
