// The name of a service or sub-type in the language of the screen.
import { nameIn } from '#contract/catalogue/name-in.ts';
import { useLanguage } from './language.ts';

/** Copies that an older release kept on the device have no English names. */
export interface NamedService {
  name: string;
  name_en?: string | null;
}

export function useServiceName(): (service: NamedService) => string {
  const language = useLanguage();
  return ({ name, name_en }) => nameIn(language, name, name_en);
}

export function ServiceName({ service }: { service: NamedService }) {
  return useServiceName()(service);
}
