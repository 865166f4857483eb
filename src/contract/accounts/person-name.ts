// How a person is called. Without zod, shared with the screens.

interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

export const fullNameOf = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim();

/** Who gave no name is called by the username. */
export const shownNameOf = (person: Named & { readonly username: string }): string =>
  fullNameOf(person) || person.username;
