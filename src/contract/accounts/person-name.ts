// What a person is called. Without zod, shared with the screens.

interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

export const fullNameOf = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim();

/** A person without a name is called by the username. */
export const shownNameOf = (person: Named & { readonly username: string }): string =>
  fullNameOf(person) || person.username;
