// The displayed name of a person; without zod, shared with the screens.

interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

export const fullNameOf = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim();

/** Falls back to the username for a person without a name. */
export const shownNameOf = (person: Named & { readonly username: string }): string =>
  fullNameOf(person) || person.username;
